// Steps that repeat: a walk is one or more arcs that change nothing but a place, which is the symbol of a cell, or the cell of
// a symbol. A search may take the walks that an arc needs, and the arc, as one step. rules/states/walks.py says why it may
// leave the walks out.
#pragma once

#include <algorithm>
#include <queue>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "core/moves.hpp"

namespace arcwise {

struct Walk {
    static constexpr int NOWHERE = -1;
    int cell, symbol;  // the cell whose symbol is the place, or the symbol whose cell is; the other is -1
    std::vector<int> arcs;

    // How many places there may be.
    int places(const Theory& theory) const { return symbol < 0 ? theory.symbols : theory.cells; }
    int asked(const Condition& condition) const {
        for (const Test& test : condition.tests) {
            if (symbol < 0 && test.cell == cell) return test.symbol;
            if (symbol >= 0 && test.symbol == symbol) return test.cell;
        }
        return NOWHERE;
    }
    int made(const Arc& arc) const {
        if (symbol < 0) return std::max(arc.term_after(cell), NOWHERE);
        for (int changed : arc.cells)
            if (arc.term_after(changed) == symbol) return changed;
        return NOWHERE;
    }
    template <class Board>
    int at(const Layout<Board>& layout, const Board& board, int cells) const {
        if (symbol < 0) return int(layout.symbol(board, cell));
        for (int one = 0; one < cells; ++one)
            if (int(layout.symbol(board, one)) == symbol) return one;
        throw std::invalid_argument("a walk of a symbol that is on the board");
    }
};

using WalkPlaces = std::vector<std::pair<int, int>>;  // walks, each with a place

// An arc as a step, behind walks.
struct WalkAct {
    int arc, last;  // the arc, and the last primitive arc of it
    WalkPlaces needs;
    bool some;  // whether a walk of no moves is another step
};

struct Walks {
    std::vector<Walk> each;
    std::vector<WalkAct> acts;  // in the order of their arcs
    WalkPlaces ends;            // walks of which the goal asks for a place, which are no acts

    void check(const Theory& theory) const {
        bool fits = true;
        for (const Walk& walk : each) {
            fits &= walk.cell < theory.cells && walk.symbol < theory.symbols && (walk.cell < 0) == (walk.symbol >= 0);
            for (int arc : walk.arcs)
                fits = fits && 0 <= arc && size_t(arc) < theory.arcs.size() && theory.arcs[size_t(arc)].plain() &&
                       walk.asked(theory.arcs[size_t(arc)].condition) >= 0 && walk.made(theory.arcs[size_t(arc)]) >= 0;
        }
        const auto places_fit = [&](const WalkPlaces& some) {
            for (const auto& [walk, place] : some)
                fits = fits && 0 <= walk && size_t(walk) < each.size() && 0 <= place &&
                       place < each[size_t(walk)].places(theory);
        };
        places_fit(ends);
        int before = -1;
        for (const WalkAct& act : acts) {
            fits = fits && before < act.arc && size_t(act.arc) < theory.arcs.size() && 0 <= act.last &&
                   size_t(act.last) < theory.arcs.size();
            before = act.arc;
            places_fit(act.needs);
        }
        if (!fits) throw std::invalid_argument("walks that fit the theory");
    }
};

// The steps of a search that takes walks with the arcs that need them.
template <class Board>
class Iterated {
    using View = Seen<Board>;

   public:
    Iterated(const Theory& theory, const Moves<View>& moves, const Walks& walks)
        : cells_(theory.cells),
          layout_(theory),
          moves_(moves),
          walks_(walks),
          regions_(walks.each.size()),
          walk_of_(theory.arcs.size(), NONE),
          ends_at_(theory.arcs.size(), NONE),
          act_of_(theory.arcs.size(), NONE) {
        walks.check(theory);
        for (size_t number = 0; number < walks.each.size(); ++number) {
            Region& region = regions_[number];
            const Walk& walk = walks.each[number];
            region.leaving.resize(size_t(walk.places(theory)));
            region.at.assign(size_t(walk.places(theory)), NONE);
            for (int arc : walk.arcs) {
                const Arc& by = theory.arcs[size_t(arc)];
                region.leaving[size_t(walk.asked(by.condition))].emplace_back(arc, walk.made(by));
            }
        }
        for (size_t act = 0; act < walks.acts.size(); ++act) act_of_[size_t(walks.acts[act].arc)] = int(act);
        for (const auto& [walk, place] : walks.ends)
            for (int arc : walks.each[size_t(walk)].arcs)
                if (act_of_[size_t(arc)] == NONE) {
                    walk_of_[size_t(arc)] = walk;
                    ends_at_[size_t(arc)] = walks.each[size_t(walk)].made(theory.arcs[size_t(arc)]);
                }
    }

    // The last primitive arc of a step.
    int last(int arc) const {
        const int act = act_of_[size_t(arc)];
        return act == NONE ? arc : walks_.acts[size_t(act)].last;
    }

    // Calls visit(arc, length, cost, successor) for each arc behind the walks that it needs, in order, and then for the last
    // arc of each walk to a place that the goal asks for.
    template <class Visit>
    void each(const Board& board, Visit&& visit) {
        stand_at(board);
        for (const WalkAct& act : walks_.acts) {
            Board here = board;
            int length = moves_.length(act.arc);
            double cost = moves_.cost(act.arc);
            if (!walked(act, here, length, cost) || !moves_.matches(here, act.arc)) continue;
            visit(act.arc, length, cost, moves_.apply(here, act.arc));
        }
        for (const auto& [walk, place] : walks_.ends) {
            if (is_at(walk, place)) continue;
            if (const Place* end = place_of(walk, place)) visit(end->arc, end->length, end->cost, end->board);
        }
    }

    // What a step makes of a board, and what it costs.
    std::pair<Board, double> made(const Board& board, int arc) {
        stand_at(board);
        Board here = board;
        int length = 0;
        double cost = 0;
        if (walk_of_[size_t(arc)] != NONE) {
            walked({arc, arc, {{walk_of_[size_t(arc)], ends_at_[size_t(arc)]}}, true}, here, length, cost);
            return {here, cost};
        }
        cost = moves_.cost(arc);
        walked(act_of(arc), here, length, cost);
        return {moves_.apply(here, arc), cost};
    }

    // The arcs of a step from a board, the last one first.
    void unrolled(const Board& board, int arc, std::vector<int>& into) {
        stand_at(board);
        const size_t first = into.size();
        if (walk_of_[size_t(arc)] != NONE)
            add_path(walk_of_[size_t(arc)], ends_at_[size_t(arc)], into);
        else {
            for (const auto& [walk, place] : act_of(arc).needs)
                if (!is_at(walk, place)) add_path(walk, place, into);
            into.push_back(arc);
        }
        std::reverse(into.begin() + long(first), into.end());
    }

   private:
    static constexpr int NONE = -1;
    struct Place {
        Board board;
        double cost;
        int length, arc, from, place;
    };
    struct Region {
        std::vector<std::vector<std::pair<int, int>>> leaving;  // by place: arcs, and the places that they make
        std::vector<int> at;                                    // by place: its number among those that are reached
        std::vector<Place> places;
        bool made = false;
        int here = NONE;  // where it is, if that is known
    };

    void stand_at(const Board& board) {
        here_ = board;
        for (Region& region : regions_) {
            region.made = false;
            region.here = NONE;
        }
    }
    int here_of(int walk) {
        Region& region = regions_[size_t(walk)];
        if (region.here == NONE) region.here = walks_.each[size_t(walk)].at(layout_, here_, cells_);
        return region.here;
    }
    bool is_at(int walk, int place) { return here_of(walk) == place; }
    const Place* place_of(int walk, int place) {
        Region& region = regions_[size_t(walk)];
        if (!region.made) reach(region, here_of(walk));
        const int number = region.at[size_t(place)];
        return number == NONE ? nullptr : &region.places[size_t(number)];
    }
    const WalkAct& act_of(int arc) const { return walks_.acts[size_t(act_of_[size_t(arc)])]; }

    // Takes the walks of an act, of which the first is known as a board; whether all of them can be taken.
    bool walked(const WalkAct& act, Board& here, int& length, double& cost) {
        bool moved = false;
        for (const auto& [walk, place] : act.needs) {
            if (is_at(walk, place)) {
                if (act.some) return false;
                continue;
            }
            const Place* end = place_of(walk, place);
            if (!end) return false;
            length += end->length;
            cost += end->cost;
            if (!moved)
                here = end->board;
            else {
                path_.clear();
                add_path(walk, place, path_);
                for (int arc : path_) here = moves_.apply(here, arc);
            }
            moved = true;
        }
        return true;
    }

    void add_path(int walk, int place, std::vector<int>& into) {
        place_of(walk, place);
        const Region& region = regions_[size_t(walk)];
        const size_t first = into.size();
        for (int at = region.at[size_t(place)]; region.places[size_t(at)].from != NONE; at = region.places[size_t(at)].from)
            into.push_back(region.places[size_t(at)].arc);
        std::reverse(into.begin() + long(first), into.end());
    }

    // All places to which a walk leads, at least cost; of equal costs the one that was seen first.
    void reach(Region& region, int here) {
        using Waiting = std::tuple<double, uint32_t, int, int, int>;  // cost, number, arc, number of the place before, place
        region.made = true;
        for (const Place& one : region.places) region.at[size_t(one.place)] = NONE;
        region.places.clear();
        std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting;
        uint32_t number = 0;
        waiting.emplace(0, number++, NO_ARC, NONE, here);
        while (!waiting.empty()) {
            const auto [cost, _, arc, from, place] = waiting.top();
            waiting.pop();
            if (region.at[size_t(place)] != NONE) continue;
            const int reached = region.at[size_t(place)] = int(region.places.size());
            if (from == NONE)
                region.places.push_back({here_, 0, 0, NO_ARC, NONE, place});
            else {
                const Place& before = region.places[size_t(from)];
                const int length = before.length + moves_.length(arc);
                region.places.push_back({moves_.apply(before.board, arc), cost, length, arc, from, place});
            }
            for (const auto& [next, to] : region.leaving[size_t(place)])
                if (region.at[size_t(to)] == NONE && moves_.matches(region.places[size_t(reached)].board, next))
                    waiting.emplace(cost + moves_.cost(next), number++, next, reached, to);
        }
    }

    const int cells_;
    const Layout<Board> layout_;
    const Moves<View>& moves_;
    const Walks& walks_;
    std::vector<Region> regions_;
    std::vector<int> walk_of_, ends_at_;  // by arc that ends a step: its walk, and the place that it makes
    std::vector<int> act_of_;             // by arc: the number of its act
    std::vector<int> path_;
    Board here_{};
};

}  // namespace arcwise
