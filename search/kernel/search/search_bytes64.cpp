#include "search/search.hpp"

namespace arcwise {
template Outcome search_on<Bytes<64>>(const Theory&, const Request&);
}
