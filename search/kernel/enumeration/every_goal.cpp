#include "enumeration/every_goal.hpp"

#include "kinds/kinds.hpp"

namespace arcwise {

EveryGoal every_goal(const Theory& theory, const State& start, const Limits& limits, Tick tick) {
    EveryGoal result;
    Meter meter(limits, std::move(tick));
    hold_to_limits(result, meter, [&] {
        with_board(theory, [&]<class Board>(std::type_identity<Board>) {
            every_goal_on<Board>(theory, start, meter, result);
        });
        return Status::SOLVED;
    });
    result.counters.expanded = meter.expanded();
    return result;
}

}  // namespace arcwise
