#include "search/search.hpp"

namespace arcwise {
template Outcome search_on<Packed<4>>(const Theory&, const Request&);
}
