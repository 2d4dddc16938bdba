// Runs a request on boards of one kind. Each kind is compiled in a file of its own.
#pragma once

#include "bidirectional.hpp"
#include "compact.hpp"
#include "iterative.hpp"

namespace arcwise {

// The theory of the undoing arcs, kept with the theory.
struct Inverse {
    Theory theory;
    static const Inverse& of(const Theory& theory) {
        return theory.kept<Inverse>([&] { return std::shared_ptr<Inverse>(new Inverse{theory.inverse()}); });
    }
};

template <class Board>
Outcome search_on(const Theory& theory, const Request& request) {
    Meter meter(request.limits, request.tick);
    Board start = Board::of(request.start);
    Goal<Board> goal(request.goal);
    auto run = [&]() -> Outcome {
        if (request.loop == Loop::BIDIRECTIONAL) {
            std::vector<uint8_t> cells(request.goal.begin(), request.goal.end());
            return bidirectional<Board>(theory, Inverse::of(theory).theory, start, Board::of(cells), meter);
        }
        const Prepared<Board>& prepared = Prepared<Board>::of(theory);
        const Moves<Board>& moves = prepared.moves;
        auto heuristic = make_heuristic<Board>(theory, request.heuristic);
        if (request.loop == Loop::ENFORCED) return enforced<Board>(moves, *heuristic, request, start, goal, meter);
        if (request.loop == Loop::ITERATIVE) {
            auto loop = request.rule == Rule::PATH ? iterative<Board, true> : iterative<Board, false>;
            return loop(moves, *heuristic, request, start, goal, meter);
        }
        bool whole = request.evaluation.whole(theory, request.heuristic);
        if (fits_compact<Board>(theory, request, whole)) {
            try {
                return compact<Board>(prepared, *heuristic, request, start, goal, meter);
            } catch (const NotCompact&) {
                meter.expanded = 0;
            }
        }
        auto best = [&](auto rule) {
            using RuleOf = typename decltype(rule)::type;
            return best_first<Board, RuleOf>(moves, *heuristic, request, start, goal, whole, meter);
        };
        switch (request.rule) {
            case Rule::NONE:
                return best(std::type_identity<NoRule<Board>>{});
            case Rule::PATH:
                return best(std::type_identity<OwnPath<Board>>{});
            case Rule::FIRST_SEEN:
                return best(std::type_identity<FirstSeen<Board>>{});
            case Rule::CHEAPEST:
                break;
        }
        return best(std::type_identity<CheapestPath<Board>>{});
    };
    Outcome outcome = run();
    outcome.counters.expanded = meter.expanded;
    outcome.counters.peak_memory = meter.peak;
    return outcome;
}

extern template Outcome search_on<Nibbles>(const Theory&, const Request&);
extern template Outcome search_on<Bytes<32>>(const Theory&, const Request&);
extern template Outcome search_on<Bytes<64>>(const Theory&, const Request&);

}  // namespace arcwise
