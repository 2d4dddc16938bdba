#include "search/search.hpp"

namespace arcwise {
template Outcome search_on<Packed<2>>(const Theory&, const Request&);
}
