#include "search/search.hpp"

namespace arcwise {
template Outcome search_on<Packed<16>>(const Theory&, const Request&);
}
