// Builds pattern databases, backwards from the goal and breadth-first by cost.
#include <algorithm>
#include <atomic>
#include <bit>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "patterns/delay_line.hpp"
#include "patterns/placements_in_order.hpp"
#include "patterns/regions.hpp"

namespace arcwise {

namespace {

// Layer by layer of cost. The blank reaches a whole region of free cells for nothing, so what is visited of a placement
// is a set of cells. The bits of its occupied cells are free to say which regions are expanded: a region is known by
// the number of its first cell among the free ones, and where there is no occupied cell of that number the region is
// merely expanded again. No region is visited while its own layer is expanded, because every move changes the colour of
// one tile's cell and so layers alternate between two classes of placements.
template <class Mask>
class Builder {
   public:
    Builder(const PatternSpace& space, uint8_t* table, Meter& meter)
        : space_(space),
          moves_(space.moves),
          regions_(space.moves),
          meter_(meter),
          tables_(meter),
          block_(PlacementsInOrder(space).block()),
          blocks_(space.size() / block_),
          reached_(space.size(), table, meter) {
        tables_.add(regions_.bytes() + space.size());
        begin();
    }

    void run(int threads) {
        for (int cost = 1; cost < UNREACHED; ++cost) {
            if (!reached_.advance()) return;
            expand_layer(uint8_t(cost), threads);
        }
        throw std::invalid_argument("an entry would exceed one byte");
    }

    uint64_t placements() const { return found_; }

   private:
    // Where regions are not looked up, expanding one again is quicker than telling whether it is expanded.
    static constexpr bool FLAGS_REGIONS = sizeof(Mask) == 2;

    // A placement that is reached with the blank in a cell.
    struct Edge {
        uint64_t rank, free;
        int blank;
    };

    void begin() {
        const auto& goal = space_.goal;
        auto home_of = [&](int symbol) { return uint8_t(std::find(goal.begin(), goal.end(), symbol) - goal.begin()); };
        std::vector<uint8_t> home;
        uint64_t free = moves_.cells == 64 ? ~uint64_t(0) : (uint64_t(1) << moves_.cells) - 1;
        for (uint8_t symbol : space_.pattern) {
            home.push_back(home_of(symbol));
            free &= ~(uint64_t(1) << home.back());
        }
        const uint64_t start = space_.rank(home.data());
        reached_.visited(start).store(Mask(regions_.around(home_of(moves_.blank), free)));
        reached_.enter(start, 0);
    }

    // All threads take blocks; the caller's watches clock and user.
    void expand_layer(uint8_t cost, int threads) {
        const uint64_t chunk = std::max<uint64_t>(1, blocks_ / 4096);
        std::atomic<uint64_t> taken{0};
        std::atomic<Limit> limit{Limit::NONE};
        std::atomic<bool> halt{false};
        std::exception_ptr failure;
        std::mutex failing;
        auto work = [&](bool watches) {
            try {
                for (uint64_t first; !halt && (first = taken.fetch_add(chunk)) < blocks_;) {
                    expand_blocks(first, std::min(first + chunk, blocks_), cost);
                    if (!watches) continue;
                    limit = meter_.limit_after(found_);
                    if (limit != Limit::NONE) halt = true;
                }
            } catch (...) {
                std::lock_guard guard(failing);
                failure = std::current_exception();
                halt = true;
            }
        };
        {
            std::vector<std::jthread> others;
            for (int worker = 1; worker < threads; ++worker) others.emplace_back(work, false);
            work(true);
        }
        if (failure) std::rethrow_exception(failure);
        if (limit != Limit::NONE) throw Stopped{limit};
    }

    void expand_blocks(uint64_t first, uint64_t last, uint8_t cost) {
        PlacementsInOrder at(space_);
        DelayLine<Edge> edges;
        DelayLine<uint64_t> fresh;
        uint64_t found = 0;
        auto enter = [&](uint64_t rank) { found += reached_.enter(rank, cost); };
        auto settle = [&](const Edge& edge) {
            if (!visit(edge)) return;
            reached_.fetch_entry(edge.rank);
            fresh.push(edge.rank, enter);
        };
        for (uint64_t number = first; number < last; ++number) {
            const uint64_t begin = number * block_, end = begin + block_;
            bool in_block = false;
            for (uint64_t word = begin / 64; word <= (end - 1) / 64; ++word) {
                uint64_t bits = reached_.waiting(word);
                if (word == begin / 64) bits &= ~uint64_t(0) << (begin % 64);
                if (word == (end - 1) / 64 && end % 64) bits &= (uint64_t(1) << (end % 64)) - 1;
                if (bits && !in_block) at.go_to_block(begin), in_block = true;
                for (; bits; bits &= bits - 1) {
                    const uint64_t rank = word * 64 + uint64_t(std::countr_zero(bits));
                    at.go_to(rank);
                    expand(rank, at, [&](const Edge& edge) {
                        reached_.fetch_visited(edge.rank);
                        edges.push(edge, settle);
                    });
                }
            }
        }
        edges.drain(settle);
        fresh.drain(enter);
        found_ += found;
    }

    // Visits the region around the blank; false where that was done before.
    bool visit(const Edge& edge) {
        const Mask blank = Mask(uint64_t(1) << edge.blank);
        std::atomic_ref<Mask> visited = reached_.visited(edge.rank);
        if (visited.load(std::memory_order_relaxed) & blank) return false;
        const Mask region = Mask(regions_.around(edge.blank, edge.free));
        return !(visited.fetch_or(region, std::memory_order_relaxed) & blank);
    }

    // Calls reach(edge) for every move of a symbol into a region of the blank that is not expanded yet.
    template <class Reach>
    void expand(uint64_t rank, const PlacementsInOrder& at, Reach&& reach) {
        const uint64_t occupied = at.occupied();
        const uint64_t known = reached_.visited(rank).load(std::memory_order_relaxed);
        uint64_t blanks = known & ~occupied;
        if constexpr (FLAGS_REGIONS) {
            blanks = unexpanded(blanks, known, occupied, at.free());
            const uint64_t flags = flags_of(blanks, occupied, at.free());
            if (flags) reached_.visited(rank).fetch_or(Mask(flags), std::memory_order_relaxed);
        }
        const auto place_in = [&](int cell) { return at.place_in(cell); };
        for (int place = 0; place < space_.length(); ++place) {
            const int from = at.cell(place);
            for (uint64_t to = moves_.adjacent[size_t(from)] & blanks; to; to &= to - 1) {
                const int cell = std::countr_zero(to);
                const uint64_t free = at.free() ^ (uint64_t(1) << from) ^ (uint64_t(1) << cell);
                reach(Edge{rank + uint64_t(space_.change(place, from, cell, place_in)), free, from});
            }
        }
    }

    // The bit that says that the region of a free cell, its first, is expanded.
    static uint64_t flag_of(int cell, uint64_t occupied) {
        uint64_t flag = occupied;
        for (int skip = std::popcount(~occupied & ((uint64_t(1) << cell) - 1)); skip && flag; --skip) flag &= flag - 1;
        return flag & -flag;
    }
    uint64_t unexpanded(uint64_t cells, uint64_t known, uint64_t occupied, uint64_t free) const {
        uint64_t found = 0;
        while (cells) {
            const int cell = std::countr_zero(cells);
            const uint64_t region = regions_.around(cell, free);
            cells &= ~region;
            if (!(known & flag_of(cell, occupied))) found |= region;
        }
        return found;
    }
    uint64_t flags_of(uint64_t cells, uint64_t occupied, uint64_t free) const {
        uint64_t flags = 0;
        while (cells) {
            const int cell = std::countr_zero(cells);
            cells &= ~regions_.around(cell, free);
            flags |= flag_of(cell, occupied);
        }
        return flags;
    }

    const PatternSpace& space_;
    const SlidingMoves& moves_;
    const Regions regions_;
    Meter& meter_;
    Share tables_;
    const uint64_t block_, blocks_;
    Reached<Mask> reached_;
    std::atomic<uint64_t> found_{1};
};

template <class Mask>
void build_with(const PatternSpace& space, uint8_t* table, int threads, Meter& meter, Outcome& outcome) {
    Builder<Mask> builder(space, table, meter);
    struct Count {
        Builder<Mask>& builder;
        Outcome& outcome;
        ~Count() { outcome.counters.expanded = builder.placements(); }
    } count{builder, outcome};
    builder.run(threads);
}

}  // namespace

Outcome PatternSpace::build(uint8_t* table, int threads, const Limits& limits, const Tick& tick) const {
    check_colours(moves);
    Meter meter(limits, tick);
    Outcome outcome;
    hold_to_limits(outcome, meter, [&] {
        auto with = moves.cells <= 16   ? build_with<uint16_t>
                    : moves.cells <= 32 ? build_with<uint32_t>
                                        : build_with<uint64_t>;
        with(*this, table, threads, meter, outcome);
        return Status::SOLVED;
    });
    return outcome;
}

}  // namespace arcwise
