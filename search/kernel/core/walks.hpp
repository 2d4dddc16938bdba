// Steps that repeat: a walk is one or more arcs that change nothing but a place, which is the symbol of a cell, or the cell of
// a symbol. A search may take the walks that an arc needs, and the arc, as one step. rules/states/walks.py says why it may
// leave the walks out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
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

// A part of an iterated macro: an arc, or a walk of one or more moves to a place. The other is NOWHERE.
struct WalkLink {
    int walk, place, arc;
    bool operator<(const WalkLink& other) const {
        return std::tie(walk, place, arc) < std::tie(other.walk, other.place, other.arc);
    }
};

// An arc as a step, behind walks; or what an iterated macro takes in its place.
struct WalkAct {
    int arc, last;  // the arc, and the last primitive arc of it
    WalkPlaces needs;
    std::vector<WalkLink> links;
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
            for (const WalkLink& link : act.links)
                if (link.walk != Walk::NOWHERE)
                    places_fit({{link.walk, link.place}});
                else
                    fits = fits && 0 <= link.arc && size_t(link.arc) < theory.arcs.size();
        }
        if (!fits) throw std::invalid_argument("walks that fit the theory");
    }
};

// The steps of a search that takes walks with the arcs that need them. What steps share at their beginning is worked out, and
// counted, once: the links of macros are a tree of stops, and from each stop the ends of a walk are reached one after the other.
template <class Board>
class Iterated {
    using View = Seen<Board>;

   public:
    Iterated(const Theory& theory, const Moves<View>& moves, const Walks& walks)
        : cells_(theory.cells),
          layout_(theory),
          moves_(moves),
          walks_(walks),
          leaving_(walks.each.size()),
          walk_of_(theory.arcs.size(), NONE),
          ends_at_(theory.arcs.size(), NONE),
          act_of_(theory.arcs.size(), NONE) {
        walks.check(theory);
        for (size_t number = 0; number < walks.each.size(); ++number) {
            const Walk& walk = walks.each[number];
            leaving_[number].resize(size_t(walk.places(theory)));
            for (int arc : walk.arcs) {
                const Arc& by = theory.arcs[size_t(arc)];
                leaving_[number][size_t(walk.asked(by.condition))].emplace_back(arc, walk.made(by));
            }
        }
        std::map<std::pair<int, int>, int> regions;  // by stop and walk
        std::map<std::pair<int, WalkLink>, int> stops;
        const auto region_at = [&](int stop, int walk) {
            const auto [found, is_new] = regions.try_emplace({stop, walk}, int(regions_.size()));
            if (is_new) regions_.push_back({walk, stop});
            return found->second;
        };
        const auto stage_of = [&](int stop, const WalkLink& link) {
            return Stage{stop, link, link.walk == Walk::NOWHERE ? NONE : region_at(stop, link.walk)};
        };
        stops_.push_back({{NONE, {Walk::NOWHERE, Walk::NOWHERE, NO_ARC}, NONE}});
        for (int walk = 0; walk < int(walks.each.size()); ++walk) region_at(START, walk);
        for (size_t act = 0; act < walks.acts.size(); ++act) {
            const std::vector<WalkLink>& links = walks.acts[act].links;
            act_of_[size_t(walks.acts[act].arc)] = int(act);
            int stop = START;
            for (size_t at = 0; at + 1 < links.size(); ++at) {
                const auto [found, is_new] = stops.try_emplace({stop, links[at]}, int(stops_.size()));
                if (is_new) stops_.push_back({stage_of(stop, links[at])});
                stop = found->second;
            }
            last_stages_.push_back(links.empty() ? Stage{} : stage_of(stop, links.back()));
        }
        for (const auto& [walk, place] : walks.ends)
            for (int arc : walks.each[size_t(walk)].arcs)
                if (act_of_[size_t(arc)] == NONE) {
                    walk_of_[size_t(arc)] = walk;
                    ends_at_[size_t(arc)] = walks.each[size_t(walk)].made(theory.arcs[size_t(arc)]);
                }
    }

    // The last primitive arc of a step from the board that was expanded last.
    int last(int arc) {
        const int act = act_of_[size_t(arc)];
        if (act == NONE) return arc;
        const Stage& end = last_stages_[size_t(act)];
        if (end.region == NONE) return walks_.acts[size_t(act)].last;
        return place_of(regions_[size_t(end.region)], end.link.place)->arc;
    }

    // Calls visit(arc, applied, cost, successor) for each arc behind the walks that it needs, and each iterated macro, in order,
    // and then for the last arc of each walk to a place that the goal asks for. A move that steps share is applied once.
    template <class Visit>
    void each(const Board& board, Visit&& visit) {
        here_ = board;
        ++stamp_;
        for (const WalkAct& act : walks_.acts) {
            Reached made{board, 0, 0};
            if (!taken(act, made)) continue;
            visit(act.arc, std::max(1, applied(act)), made.cost, made.board);
        }
        for (const auto& [walk, place] : walks_.ends) {
            Region& region = regions_[size_t(walk)];
            if (here_of(region) == place) continue;
            if (const Place* end = place_of(region, place)) visit(end->arc, std::max(1, applied(region, place)), end->cost, end->board);
        }
    }

    // What a step makes of a board, and what it costs.
    std::pair<Board, double> made(const Board& board, int arc) {
        stand_at(board);
        Reached made{board, 0, 0};
        if (walk_of_[size_t(arc)] != NONE)
            walked({{walk_of_[size_t(arc)], ends_at_[size_t(arc)]}}, made);
        else
            taken(act_of(arc), made);
        return {made.board, made.cost};
    }

    // The arcs of a step from a board behind the one that names it, the last one first.
    void unrolled(const Board& board, int arc, std::vector<int>& into) {
        stand_at(board);
        const size_t first = into.size();
        into.push_back(arc);
        if (walk_of_[size_t(arc)] != NONE)
            add_path(regions_[size_t(walk_of_[size_t(arc)])], ends_at_[size_t(arc)], into);
        else if (const WalkAct& act = act_of(arc); act.links.empty()) {
            for (const auto& [walk, place] : act.needs)
                if (here_of(regions_[size_t(walk)]) != place) add_path(regions_[size_t(walk)], place, into);
            into.push_back(arc);
        } else
            add_stage(last_stages_[size_t(act_of_[size_t(arc)])], into);
        std::reverse(into.begin() + long(first), into.end());
    }

   private:
    static constexpr int NONE = -1, START = 0;
    struct Reached {
        Board board;
        double cost;
        int length;
    };
    struct Place {
        Board board;
        double cost;
        int length, arc, from, place;
        bool counted;
    };
    using Waiting = std::tuple<double, uint32_t, int, int, int>;  // cost, number, arc, number of the place before, place
    struct Region {
        int walk, stop;
        uint64_t stamp = 0;
        std::vector<int> at{};  // by place: its number among those that are reached
        std::vector<Place> places{};
        std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting{};
        uint32_t number = 0;
        int here = NONE;
    };
    // A link behind a stop, and the region of its walk there.
    struct Stage {
        int stop = NONE;
        WalkLink link{};
        int region = NONE;
    };
    struct Stop {
        Stage by;
        uint64_t stamp = 0;
        bool open = false, counted = false;
        Reached reached{};
    };

    void stand_at(const Board& board) {
        if (stamp_ && here_ == board) return;
        here_ = board;
        ++stamp_;
    }
    const WalkAct& act_of(int arc) const { return walks_.acts[size_t(act_of_[size_t(arc)])]; }

    // Whether the links up to a stop can be taken.
    bool opens(int number) {
        Stop& stop = stops_[size_t(number)];
        if (stop.stamp == stamp_) return stop.open;
        stop.stamp = stamp_;
        stop.counted = number == START;
        stop.reached = {here_, 0, 0};
        return stop.open = number == START || staged(stop.by, stop.reached);
    }
    bool staged(const Stage& stage, Reached& made) {
        if (!opens(stage.stop)) return false;
        const Reached& before = stops_[size_t(stage.stop)].reached;
        if (stage.region == NONE) {
            if (!moves_.matches(before.board, stage.link.arc)) return false;
            made = {moves_.apply(before.board, stage.link.arc), before.cost + moves_.cost(stage.link.arc),
                    before.length + moves_.length(stage.link.arc)};
            return true;
        }
        Region& region = regions_[size_t(stage.region)];
        if (here_of(region) == stage.link.place) return false;
        const Place* end = place_of(region, stage.link.place);
        if (end) made = {end->board, before.cost + end->cost, before.length + end->length};
        return end;
    }
    // Takes a step, or its walks alone; whether that can be done.
    bool taken(const WalkAct& act, Reached& made) {
        if (!act.links.empty()) return staged(last_stages_[size_t(act_of_[size_t(act.arc)])], made);
        if (!walked(act.needs, made) || !moves_.matches(made.board, act.arc)) return false;
        made = {moves_.apply(made.board, act.arc), made.cost + moves_.cost(act.arc), made.length + moves_.length(act.arc)};
        return true;
    }
    // The board behind the first walk is known, and so is the path of each.
    bool walked(const WalkPlaces& needs, Reached& made) {
        bool moved = false;
        for (const auto& [walk, place] : needs) {
            Region& region = regions_[size_t(walk)];
            if (here_of(region) == place) continue;
            const Place* end = place_of(region, place);
            if (!end) return false;
            made.length += end->length;
            made.cost += end->cost;
            if (!moved)
                made.board = end->board;
            else {
                path_.clear();
                add_path(region, place, path_);
                for (int arc : path_) made.board = moves_.apply(made.board, arc);
            }
            moved = true;
        }
        return true;
    }

    // How many moves of a step that can be taken no step before has.
    int applied(const WalkAct& act) {
        if (!act.links.empty()) return applied(last_stages_[size_t(act_of_[size_t(act.arc)])]);
        int count = moves_.length(act.arc);
        for (const auto& [walk, place] : act.needs)
            if (here_of(regions_[size_t(walk)]) != place) count += applied(regions_[size_t(walk)], place);
        return count;
    }
    int applied(const Stage& stage) {
        int count = stage.region == NONE ? moves_.length(stage.link.arc) : applied(regions_[size_t(stage.region)], stage.link.place);
        Stop& before = stops_[size_t(stage.stop)];
        if (!before.counted) {
            before.counted = true;
            count += applied(before.by);
        }
        return count;
    }
    int applied(Region& region, int place) {
        int count = 0;
        for (Place* at = &region.places[size_t(region.at[size_t(place)])]; !at->counted; at = &region.places[size_t(at->from)]) {
            at->counted = true;
            count += moves_.length(at->arc);
        }
        return count;
    }

    void add_stage(const Stage& stage, std::vector<int>& into) {
        if (stage.stop != START) add_stage(stops_[size_t(stage.stop)].by, into);
        opens(stage.stop);
        if (stage.region == NONE)
            into.push_back(stage.link.arc);
        else
            add_path(regions_[size_t(stage.region)], stage.link.place, into);
    }
    void add_path(Region& region, int place, std::vector<int>& into) {
        place_of(region, place);
        const size_t first = into.size();
        for (int at = region.at[size_t(place)]; region.places[size_t(at)].from != NONE; at = region.places[size_t(at)].from)
            into.push_back(region.places[size_t(at)].arc);
        std::reverse(into.begin() + long(first), into.end());
    }

    int here_of(Region& region) {
        begin(region);
        return region.here;
    }
    // The place, if a walk from the region's stop leads to it, at least cost; of equal costs the one that was seen first.
    const Place* place_of(Region& region, int place) {
        begin(region);
        while (region.at[size_t(place)] == NONE)
            if (!reach(region)) return nullptr;
        return &region.places[size_t(region.at[size_t(place)])];
    }
    void begin(Region& region) {
        if (region.stamp == stamp_) return;
        region.stamp = stamp_;
        opens(region.stop);
        const Board& board = stops_[size_t(region.stop)].reached.board;
        region.here = walks_.each[size_t(region.walk)].at(layout_, board, cells_);
        region.at.resize(leaving_[size_t(region.walk)].size(), NONE);
        for (const Place& one : region.places) region.at[size_t(one.place)] = NONE;
        region.places.clear();
        region.waiting = {};
        region.number = 0;
        region.places.push_back({board, 0, 0, NO_ARC, NONE, region.here, true});
        region.at[size_t(region.here)] = 0;
        leave(region, 0);
    }
    // Reaches the next place; whether there is one.
    bool reach(Region& region) {
        while (!region.waiting.empty()) {
            const auto [cost, _, arc, from, place] = region.waiting.top();
            region.waiting.pop();
            if (region.at[size_t(place)] != NONE) continue;
            const int reached = region.at[size_t(place)] = int(region.places.size());
            const Place& before = region.places[size_t(from)];
            const int length = before.length + moves_.length(arc);
            region.places.push_back({moves_.apply(before.board, arc), cost, length, arc, from, place, false});
            leave(region, reached);
            return true;
        }
        return false;
    }
    void leave(Region& region, int reached) {
        const Place& here = region.places[size_t(reached)];
        for (const auto& [next, to] : leaving_[size_t(region.walk)][size_t(here.place)])
            if (region.at[size_t(to)] == NONE && moves_.matches(here.board, next))
                region.waiting.emplace(here.cost + moves_.cost(next), region.number++, next, reached, to);
    }

    const int cells_;
    const Layout<Board> layout_;
    const Moves<View>& moves_;
    const Walks& walks_;
    std::vector<std::vector<std::vector<std::pair<int, int>>>> leaving_;  // by walk and place: arcs, and the places that they make
    std::vector<Region> regions_;                                         // first those of the board itself, by walk
    std::vector<Stop> stops_;
    std::vector<Stage> last_stages_;      // by act: its last link
    std::vector<int> walk_of_, ends_at_;  // by arc that ends a step: its walk, and the place that it makes
    std::vector<int> act_of_;             // by arc: the number of its act
    std::vector<int> path_;
    uint64_t stamp_ = 0;  // of the board from which steps are taken
    Board here_{};
};

}  // namespace arcwise
