#include "kinds/one_kind.hpp"

namespace arcwise {
ARCWISE_COMPILE_KIND(Packed<64>);
}
