#include "pattern_space.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <exception>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

#include "pages.hpp"

namespace arcwise {

namespace {

std::string name_of(const Theory& theory, size_t arc) {
    return "arc " + std::to_string(arc + 1) + " of " + std::to_string(theory.arcs.size());
}

// A board's cells in two colours such that every move changes colour.
std::vector<int> colours_of(const SlidingMoves& moves) {
    std::vector<int> colours(size_t(moves.cells), -1);
    for (int first = 0; first < moves.cells; ++first) {
        if (colours[size_t(first)] >= 0) continue;
        colours[size_t(first)] = 0;
        std::vector<int> todo{first};
        while (!todo.empty()) {
            int cell = todo.back();
            todo.pop_back();
            for (int other = 0; other < moves.cells; ++other) {
                if (!(moves.adjacent[size_t(cell)] >> other & 1)) continue;
                if (colours[size_t(other)] == colours[size_t(cell)])
                    throw std::invalid_argument("the board's cells cannot be two-coloured like a chessboard");
                if (colours[size_t(other)] >= 0) continue;
                colours[size_t(other)] = 1 - colours[size_t(cell)];
                todo.push_back(other);
            }
        }
    }
    return colours;
}

// The free cells that the blank can reach from one of them. On boards of up to 16 cells they are looked up; on larger
// ones a set of cells is grown, those that are the same distance apart being moved together.
class Regions {
   public:
    explicit Regions(const SlidingMoves& moves) : cells_(moves.cells) {
        for (int by = -63; by <= 63; ++by) {
            uint64_t cells = 0;
            for (int cell = 0; cell < moves.cells; ++cell)
                if (int to = cell + by; to >= 0 && to < moves.cells && (moves.adjacent[size_t(cell)] >> to & 1))
                    cells |= uint64_t(1) << cell;
            if (cells) shifts_.push_back({cells, by});
        }
        if (cells_ > TABULATED) return;
        known_.resize(size_t(cells_) << cells_);
        for (uint64_t free = 0; free < uint64_t(1) << cells_; ++free)
            for (uint64_t rest = free; rest; rest &= rest - 1)
                known_[free * uint64_t(cells_) + uint64_t(std::countr_zero(rest))] = uint16_t(grow(rest & -rest, free));
    }
    uint64_t around(int cell, uint64_t free) const {
        if (cells_ <= TABULATED) return known_[free * uint64_t(cells_) + uint64_t(cell)];
        return grow(uint64_t(1) << cell, free);
    }

   private:
    static constexpr int TABULATED = 16;
    struct Shift {
        uint64_t cells;
        int by;
    };
    uint64_t grow(uint64_t cells, uint64_t free) const {
        for (;;) {
            uint64_t grown = cells;
            for (const Shift& shift : shifts_) {
                uint64_t moved = cells & shift.cells;
                grown |= shift.by > 0 ? moved << shift.by : moved >> -shift.by;
            }
            grown &= free;
            if (grown == cells) return cells;
            cells = grown;
        }
    }

    int cells_;
    std::vector<Shift> shifts_;
    std::vector<uint16_t> known_;
};

}  // namespace

SlidingMoves::SlidingMoves(const Theory& theory) : cells(theory.cells), blank(theory.blank) {
    if (!theory.permutation || blank < 0)
        throw std::invalid_argument("every symbol must stand exactly once on the board, with a blank");
    from.resize(size_t(cells));
    adjacent.assign(size_t(cells), 0);
    bool first = true;
    for (size_t number = 0; number < theory.arcs.size(); ++number) {
        const Arc& arc = theory.arcs[number];
        if (!arc.primitive) continue;
        const auto& tests = arc.demand.tests;
        const Write *fill = nullptr, *empty = nullptr;
        for (const Write& write : arc.writes) (write.source == Write::CONSTANT ? empty : fill) = &write;
        bool fits = tests.size() == 1 && tests[0].symbol == blank && arc.demand.equals.empty() &&
                    arc.writes.size() == 2 && fill && empty && empty->constant == blank &&
                    fill->cell == tests[0].cell && fill->source == empty->cell;
        if (!fits) throw std::invalid_argument(name_of(theory, number) + " does not move one tile into the blank");
        if (!first && arc.cost != cost) throw std::invalid_argument("the arcs differ in cost");
        first = false;
        cost = arc.cost;
        from[fill->cell].push_back({empty->cell, int(number)});
        adjacent[fill->cell] |= uint64_t(1) << empty->cell;
    }
    for (int one = 0; one < cells; ++one)
        for (int other = 0; other < cells; ++other)
            if ((adjacent[size_t(one)] >> other & 1) != (adjacent[size_t(other)] >> one & 1))
                throw std::invalid_argument("a move has no move back");
}

PatternSpace::PatternSpace(const SlidingMoves& moves_, const std::vector<uint8_t>& goal_, std::vector<uint8_t> pattern_)
    : moves(moves_), goal(goal_), pattern(std::move(pattern_)) {
    int most = moves.cells - 1;
    if (pattern.empty() || int(pattern.size()) > most)
        throw std::invalid_argument("a pattern has at least one tile and at most all");
    for (uint8_t symbol : pattern) {
        if (symbol == moves.blank) throw std::invalid_argument("the blank is in no pattern");
        if (std::count(pattern.begin(), pattern.end(), symbol) > 1)
            throw std::invalid_argument("a tile is in the pattern twice");
        if (std::count(goal.begin(), goal.end(), symbol) != 1)
            throw std::invalid_argument("a tile of the pattern is not in the goal");
    }
    weights_.assign(pattern.size(), 1);
    for (int place = int(pattern.size()) - 1; place >= 0; --place) {
        weights_[size_t(place)] = size_;
        if (size_ > (uint64_t(1) << 40)) throw std::invalid_argument("the pattern has too many placements");
        size_ *= uint64_t(moves.cells - place);
    }
}

uint64_t PatternSpace::rank(const uint8_t* cells_of_pattern) const {
    uint64_t taken = 0, sum = 0;
    for (size_t place = 0; place < pattern.size(); ++place) {
        uint64_t bit = uint64_t(1) << cells_of_pattern[place];
        sum += weights_[place] * (cells_of_pattern[place] - uint64_t(std::popcount(taken & (bit - 1))));
        taken |= bit;
    }
    return sum;
}

// Layer by layer of cost. The blank reaches a whole region of free cells for nothing, so what is visited of a placement
// is a set of cells. The bits of its occupied cells are free to say which regions are expanded: a region is known by
// the number of its first cell among the free ones, and where there is no occupied cell of that number the region is
// merely expanded again. No region is visited while its own layer is expanded, because every move changes the colour of
// one tile's cell and so layers alternate between two classes of placements.
template <class Mask>
void PatternSpace::build_with(uint8_t* table, int threads, const Tick& tick, Limit& stopped) const {
    // Where regions are not looked up, expanding one again is quicker than telling whether it is expanded.
    constexpr bool FLAGS_REGIONS = sizeof(Mask) == 2;
    colours_of(moves);
    const Regions regions(moves);
    const int length = this->length(), cells = moves.cells;
    const uint64_t all = cells == 64 ? ~uint64_t(0) : (uint64_t(1) << cells) - 1;
    const int tail = std::min(length, 3), head = length - tail;
    const uint64_t block = head ? weights_[size_t(head - 1)] : size_;
    const uint64_t words = (size_ + 63) / 64;
    const auto visited = zeroed_pages_for<std::atomic<Mask>>(size_);
    auto frontier = zeroed_pages_for<std::atomic<uint64_t>>(words),
         next = zeroed_pages_for<std::atomic<uint64_t>>(words);
    std::fill(table, table + size_, UNREACHED);
    auto* entries = reinterpret_cast<std::atomic<uint8_t>*>(table);
    static_assert(sizeof(std::atomic<uint8_t>) == 1);

    std::vector<uint8_t> home(pattern.size());
    uint64_t taken = 0;
    for (size_t place = 0; place < pattern.size(); ++place) {
        home[place] = uint8_t(std::find(goal.begin(), goal.end(), pattern[place]) - goal.begin());
        taken |= uint64_t(1) << home[place];
    }
    const int blank = int(std::find(goal.begin(), goal.end(), moves.blank) - goal.begin());
    const uint64_t start = rank(home.data());
    visited[start] = Mask(regions.around(blank, all & ~taken));
    table[start] = 0;
    frontier[start / 64] = uint64_t(1) << (start % 64);

    // The first symbols' cells in lexicographic order; those of the last three follow from the place in a block.
    const uint64_t blocks = size_ / block;
    std::atomic<bool> halt{false};
    std::atomic<uint64_t> reached{1}, found{0};
    std::exception_ptr failure;
    std::mutex failing;

    // The bit that says that the region of a free cell, its first, is expanded.
    auto flag_of = [&](int cell, uint64_t occupied) {
        uint64_t flag = occupied;
        for (int skip = std::popcount(~occupied & ((uint64_t(1) << cell) - 1)); skip && flag; --skip) flag &= flag - 1;
        return flag & -flag;
    };
    auto unexpanded = [&](uint64_t cells, uint64_t known, uint64_t occupied) {
        uint64_t found = 0;
        while (cells) {
            const int cell = std::countr_zero(cells);
            const uint64_t region = regions.around(cell, all & ~occupied);
            cells &= ~region;
            if (!(known & flag_of(cell, occupied))) found |= region;
        }
        return found;
    };
    auto flags_of = [&](uint64_t cells, uint64_t occupied) {
        uint64_t flags = 0;
        while (cells) {
            const int cell = std::countr_zero(cells);
            cells &= ~regions.around(cell, all & ~occupied);
            flags |= flag_of(cell, occupied);
        }
        return flags;
    };

    auto expand_blocks = [&](uint64_t first, uint64_t last, int cost) {
        struct Edge {
            uint64_t rank, free;
            int blank;
        };
        constexpr size_t DELAY = 32;  // edges between the prefetch of an entry and its use
        std::array<Edge, DELAY> ring;
        size_t in = 0, out = 0;
        uint64_t fresh = 0;
        std::array<uint64_t, DELAY> fresh_ranks;
        size_t fresh_in = 0, fresh_out = 0;
        auto enter = [&](uint64_t rank) {
            if (entries[rank].load(std::memory_order_relaxed) == UNREACHED) {
                entries[rank].store(uint8_t(cost + 1), std::memory_order_relaxed);
                ++fresh;
            }
            next[rank / 64].fetch_or(uint64_t(1) << (rank % 64), std::memory_order_relaxed);
        };
        auto settle = [&](const Edge& edge) {
            const Mask bit = Mask(uint64_t(1) << edge.blank);
            if (visited[edge.rank].load(std::memory_order_relaxed) & bit) return;
            const Mask region = Mask(regions.around(edge.blank, edge.free));
            if (visited[edge.rank].fetch_or(region, std::memory_order_relaxed) & bit) return;
            __builtin_prefetch(&entries[edge.rank], 1);
            __builtin_prefetch(&next[edge.rank / 64], 1);
            fresh_ranks[fresh_in++ % DELAY] = edge.rank;
            if (fresh_in - fresh_out == DELAY) enter(fresh_ranks[fresh_out++ % DELAY]);
        };
        std::array<uint8_t, 64> at;
        std::array<int8_t, 64> place_in;
        place_in.fill(-1);
        const auto place_of = [&](int cell) { return int(place_in[size_t(cell)]); };
        uint64_t cleared = 0;
        for (uint64_t number = first; number < last && !halt; ++number) {
            const uint64_t begin = number * block, end = begin + block;
            bool any = false;
            for (uint64_t word = begin / 64; word <= (end - 1) / 64 && !any; ++word)
                any = frontier[word].load(std::memory_order_relaxed) != 0;
            if (!any) continue;
            uint64_t rest = begin, occupied = 0;
            for (int place = 0; place < head; ++place) {
                uint64_t digit = rest / weights_[size_t(place)];
                rest %= weights_[size_t(place)];
                uint64_t free = all & ~occupied;
                for (; digit; --digit) free &= free - 1;
                at[size_t(place)] = uint8_t(std::countr_zero(free));
                occupied |= free & -free;
            }
            const uint64_t head_occupied = occupied;
            std::array<uint8_t, 64> open;
            int opens = 0;
            for (uint64_t free = all & ~occupied; free; free &= free - 1)
                open[size_t(opens++)] = uint8_t(std::countr_zero(free));
            for (uint64_t word = begin / 64; word <= (end - 1) / 64; ++word) {
                uint64_t bits = frontier[word].load(std::memory_order_relaxed);
                if (word == begin / 64) bits &= ~uint64_t(0) << (begin % 64);
                if (word == (end - 1) / 64 && end % 64) bits &= (uint64_t(1) << (end % 64)) - 1;
                for (; bits; bits &= bits - 1) {
                    const uint64_t placement = word * 64 + uint64_t(std::countr_zero(bits));
                    uint64_t inside = placement - begin;
                    occupied = head_occupied;
                    uint64_t used = 0;  // of the open cells, by number
                    for (int place = head; place < length; ++place) {
                        uint64_t digit = inside / weights_[size_t(place)];
                        inside %= weights_[size_t(place)];
                        for (uint64_t earlier = used; earlier; earlier &= earlier - 1)
                            digit += uint64_t(std::countr_zero(earlier)) <= digit;
                        used |= uint64_t(1) << digit;
                        at[size_t(place)] = open[digit];
                        occupied |= uint64_t(1) << open[digit];
                    }
                    const uint64_t known = visited[placement].load(std::memory_order_relaxed);
                    uint64_t blanks = known & ~occupied;
                    if constexpr (FLAGS_REGIONS) {
                        const uint64_t fresh_cells = unexpanded(blanks, known, occupied);
                        const uint64_t flags = flags_of(fresh_cells, occupied);
                        if (flags) visited[placement].fetch_or(Mask(flags), std::memory_order_relaxed);
                        blanks = fresh_cells;
                    }
                    for (; cleared; cleared &= cleared - 1) place_in[size_t(std::countr_zero(cleared))] = -1;
                    cleared = occupied;
                    for (int place = 0; place < length; ++place) place_in[at[size_t(place)]] = int8_t(place);
                    for (int place = 0; place < length; ++place) {
                        const int from = at[size_t(place)];
                        for (uint64_t to = moves.adjacent[size_t(from)] & blanks; to; to &= to - 1) {
                            const int cell = std::countr_zero(to);
                            const uint64_t other = placement + uint64_t(change(place, from, cell, place_of));
                            const uint64_t free = all & ~(occupied ^ (uint64_t(1) << from) ^ (uint64_t(1) << cell));
                            __builtin_prefetch(&visited[other], 1);
                            ring[in++ % DELAY] = {other, free, from};
                            if (in - out == DELAY) settle(ring[out++ % DELAY]);
                        }
                    }
                }
            }
        }
        while (out < in) settle(ring[out++ % DELAY]);
        while (fresh_out < fresh_in) enter(fresh_ranks[fresh_out++ % DELAY]);
        reached += fresh;
        found += fresh;
    };

    Meter meter({}, tick);
    for (int cost = 0; cost < UNREACHED - 1; ++cost) {
        const uint64_t chunk = std::max<uint64_t>(1, blocks / 4096);
        std::atomic<uint64_t> taken_blocks{0};
        found = 0;
        auto work = [&](int worker) {
            try {
                for (uint64_t first; !halt && (first = taken_blocks.fetch_add(chunk)) < blocks;) {
                    expand_blocks(first, std::min(first + chunk, blocks), cost);
                    if (worker != 0) continue;
                    meter.expanded = reached;
                    if (meter.look() != Limit::NONE) halt = true;
                }
            } catch (...) {
                std::lock_guard guard(failing);
                failure = std::current_exception();
                halt = true;
            }
        };
        std::vector<std::thread> others;
        for (int worker = 1; worker < threads; ++worker) others.emplace_back(work, worker);
        work(0);
        for (std::thread& other : others) other.join();
        if (failure) std::rethrow_exception(failure);
        if (halt) {
            stopped = Limit::INTERRUPT;
            return;
        }
        bool more = false;
        for (uint64_t word = 0; word < words; ++word) {
            frontier[word].store(0, std::memory_order_relaxed);
            more |= next[word].load(std::memory_order_relaxed) != 0;
        }
        if (!more) return;
        std::swap(frontier, next);
    }
    throw std::invalid_argument("an entry would exceed one byte");
}

void PatternSpace::build(uint8_t* table, int threads, const Tick& tick, Limit& stopped) const {
    if (moves.cells <= 16) return build_with<uint16_t>(table, threads, tick, stopped);
    if (moves.cells <= 32) return build_with<uint32_t>(table, threads, tick, stopped);
    return build_with<uint64_t>(table, threads, tick, stopped);
}

}  // namespace arcwise
