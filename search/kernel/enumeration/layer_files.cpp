#include "enumeration/layer_files.hpp"

#include "kinds/kinds.hpp"

namespace arcwise {

size_t state_width(const Theory& theory) {
    return with_board(theory, []<class Board>(std::type_identity<Board>) { return sizeof(Board); });
}

InBuckets state_in_bucket(const Theory& theory, const State& state, int buckets) {
    return with_board(theory, [&]<class Board>(std::type_identity<Board>) {
        return state_in_bucket_on<Board>(theory, state, buckets);
    });
}

InBuckets successors_in_buckets(const Theory& theory, StateSpan states, int buckets, Meter& meter) {
    return with_board(theory, [&]<class Board>(std::type_identity<Board>) {
        return successors_in_buckets_on<Board>(theory, states, buckets, meter);
    });
}

InBuckets new_states(const Theory& theory, const std::vector<StateSpan>& found, const std::vector<StateSpan>& earlier,
                     int buckets, Meter& meter) {
    return with_board(theory, [&]<class Board>(std::type_identity<Board>) {
        return new_states_on<Board>(found, earlier, buckets, meter);
    });
}

}  // namespace arcwise
