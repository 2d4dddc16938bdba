#include "core/moves.hpp"

namespace arcwise {

template class Moves<Nibbles>;
template class Moves<PackedView>;
template struct Prepared<Nibbles>;
template struct Prepared<PackedView>;
template class Goal<Nibbles>;
template class Goal<PackedView>;

}  // namespace arcwise
