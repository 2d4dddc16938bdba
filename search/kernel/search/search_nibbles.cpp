#include "search/search.hpp"

namespace arcwise {
template Outcome search_on<Nibbles>(const Theory&, const Request&);
}
