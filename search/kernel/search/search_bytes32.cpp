#include "search/search.hpp"

namespace arcwise {
template Outcome search_on<Bytes<32>>(const Theory&, const Request&);
}
