#include "search/search.hpp"

namespace arcwise {
template Outcome search_on<Packed<8>>(const Theory&, const Request&);
}
