#include "search/search.hpp"

namespace arcwise {
template Outcome search_on<Packed<64>>(const Theory&, const Request&);
}
