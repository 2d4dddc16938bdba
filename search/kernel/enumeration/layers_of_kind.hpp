// Layers in files, on boards of one kind.
#pragma once

#include <algorithm>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <type_traits>

#include "core/board.hpp"
#include "core/moves.hpp"
#include "enumeration/layer_files.hpp"

namespace arcwise {

constexpr size_t STATES_BETWEEN_LOOKS = 1 << 12;  // at the clock

template <class Board>
std::vector<Board> boards_of(StateSpan bytes) {
    if (bytes.size() % sizeof(Board)) throw std::invalid_argument("not a list of states");
    std::vector<Board> boards(bytes.size() / sizeof(Board));
    if (!bytes.empty()) std::memcpy(boards.data(), bytes.data(), bytes.size());
    return boards;
}

template <class Board>
size_t bucket_of(const Board& board, int buckets) {
    return size_t(((board.hash() >> 32) * uint64_t(buckets)) >> 32);
}

template <class Board>
bool stands_before(const Board& one, const Board& other) {
    if constexpr (sizeof(Board) == sizeof(uint64_t)) {
        uint64_t left, right;
        std::memcpy(&left, &one, sizeof left);
        std::memcpy(&right, &other, sizeof right);
        return left < right;
    } else {
        return std::memcmp(&one, &other, sizeof(Board)) < 0;
    }
}

template <class Board>
auto in_order(int buckets) {
    return [buckets](const Board& one, const Board& other) {
        const size_t left = bucket_of(one, buckets), right = bucket_of(other, buckets);
        return left != right ? left < right : stands_before(one, other);
    };
}

template <class Board>
InBuckets sorted_in_buckets(const std::vector<Board>& boards, int buckets) {
    InBuckets sorted{StateBytes(boards.size() * sizeof(Board)), std::vector<uint64_t>(size_t(buckets))};
    if (!boards.empty()) std::memcpy(sorted.states.data(), boards.data(), sorted.states.size());
    for (const Board& board : boards) sorted.ends[bucket_of(board, buckets)] += sizeof(Board);
    std::partial_sum(sorted.ends.begin(), sorted.ends.end(), sorted.ends.begin());
    return sorted;
}

template <class Board>
InBuckets state_in_bucket_on(const Theory& theory, const State& state, int buckets) {
    return sorted_in_buckets(std::vector<Board>{Layout<Board>(theory).board(state)}, buckets);
}

template <class Board>
InBuckets successors_in_buckets_on(const Theory& theory, StateSpan states, int buckets, Meter& meter) {
    const Moves<Board>& moves = Prepared<Board>::of(theory).moves;
    const Layout<Board> layout(theory);
    std::vector<unsigned> codes;  // by cell, how many there are
    for (int cell = 0; cell < theory.cells; ++cell)
        codes.push_back(std::is_same_v<Board, Nibbles> ? unsigned(theory.symbols)
                                                       : unsigned(Packing::of(theory).symbols(cell).size()));
    Share share(meter);
    share.add(states.size());
    Vector<uint32_t> found(meter);
    Vector<Board> made(meter);
    size_t number = 0;
    for (const Board& board : boards_of<Board>(states)) {
        if (number++ % STATES_BETWEEN_LOOKS == 0) meter.look(number);
        for (int cell = 0; cell < theory.cells; ++cell)
            if (layout.code(board, cell) >= codes[size_t(cell)])
                throw std::invalid_argument("not a list of states");
        moves.each(board, 0, found, [&](const Step<Board>&, const Board& after) { made.push_back(after); });
    }
    share.add(made.size() * sizeof(Board));
    InBuckets parts{StateBytes(made.size() * sizeof(Board)), std::vector<uint64_t>(size_t(buckets))};
    std::vector<uint64_t> next(size_t(buckets) + 1);
    for (const Board& board : made) next[bucket_of(board, buckets) + 1] += sizeof(Board);
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::copy(next.begin() + 1, next.end(), parts.ends.begin());
    for (const Board& board : made) {
        uint64_t& place = next[bucket_of(board, buckets)];
        std::memcpy(parts.states.data() + place, &board, sizeof(Board));
        place += sizeof(Board);
    }
    return parts;
}

template <class Board>
InBuckets new_states_on(const std::vector<StateSpan>& found, const std::vector<StateSpan>& earlier, int buckets,
                        Meter& meter) {
    const auto before = in_order<Board>(buckets);
    Share share(meter);
    size_t bytes = 0;
    for (StateSpan list : found) bytes += list.size();
    share.add(2 * bytes);
    std::vector<Board> states;
    states.reserve(bytes / sizeof(Board));
    for (StateSpan list : found) {
        const std::vector<Board> boards = boards_of<Board>(list);
        states.insert(states.end(), boards.begin(), boards.end());
    }
    std::sort(states.begin(), states.end(), before);
    meter.look(states.size());
    states.erase(std::unique(states.begin(), states.end()), states.end());
    for (StateSpan list : earlier) {
        Share known_share(meter);
        known_share.add(list.size());
        const std::vector<Board> known = boards_of<Board>(list);
        auto left = states.begin();
        auto at = known.begin();
        for (const Board& state : states) {
            while (at != known.end() && before(*at, state)) ++at;
            if (at == known.end() || !(*at == state)) *left++ = state;
        }
        states.erase(left, states.end());
        meter.look(states.size());
    }
    return sorted_in_buckets(states, buckets);
}

}  // namespace arcwise
