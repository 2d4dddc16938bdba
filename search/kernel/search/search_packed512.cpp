#include "search/search.hpp"

namespace arcwise {
template Outcome search_on<Packed<512>>(const Theory&, const Request&);
}
