#include "enumeration/ranking.hpp"

#include <algorithm>
#include <numeric>

namespace arcwise {

namespace {

// An entry costs as much to make as a state that is moved without a table, so it must serve for several states; and a
// table should stay in the cache.
constexpr uint32_t LEAST_REPEATS = 4;
constexpr uint64_t MOST_TABLE_ENTRIES = 1 << 22;
// All tables together take no more than this or a bitmap of the states. Making them cannot be interrupted.
constexpr uint64_t LEAST_TABLES = 1 << 20;  // bytes

int position(const Pattern& pattern, Term term) {
    return int(std::find(pattern.begin(), pattern.end(), term) - pattern.begin());
}

bool repeats(const Pattern& pattern) {
    Pattern sorted = pattern;
    std::sort(sorted.begin(), sorted.end());
    return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
}

bool odd_permutation(const std::vector<uint8_t>& order) {
    bool odd = false;
    for (size_t one = 0; one < order.size(); ++one)
        for (size_t other = one + 1; other < order.size(); ++other) odd ^= order[one] > order[other];
    return odd;
}

// The symbol that the most arcs test: then few planes lead to each plane.
int pivot_of(const Theory& theory) {
    std::vector<int> tested(theory.symbols);
    for (const Arc& arc : theory.arcs)
        for (const Test& test : arc.condition.tests) ++tested[test.symbol];
    return int(std::max_element(tested.begin(), tested.end()) - tested.begin());
}

}  // namespace

Sequences::Sequences(int length_)
    : length(length_), tail(std::min(length, MAX_TAIL)), head(length - tail), words(1), bits(1) {
    for (int place = head - 1; place >= 0; --place) {
        weight[place] = words;
        words *= uint32_t(length - place);
    }
    std::vector<uint8_t> order(tail);
    std::iota(order.begin(), order.end(), uint8_t(0));
    // Neighbours 2n and 2n + 1 in lexicographic order have different parities.
    uint32_t number = 0;
    do std::copy(order.begin(), order.end(), orders[odd_permutation(order)][number++ / 2].begin());
    while (std::next_permutation(order.begin(), order.end()));
    bits = std::max(1, int(number / 2));
}

bool RankedSpace::possible(const Theory& theory, const State& start) {
    if (!theory.permutation || theory.symbols != theory.cells || theory.cells > MAX_RANKED_CELLS) return false;
    State sorted = start;
    std::sort(sorted.begin(), sorted.end());
    for (int cell = 0; cell < theory.cells; ++cell)
        if (sorted[cell] != cell) return false;
    return std::all_of(theory.arcs.begin(), theory.arcs.end(), [](const Arc& arc) {
        return repeats(arc.before) || std::is_permutation(arc.before.begin(), arc.before.end(), arc.after.begin());
    });
}

RankedSpace::RankedSpace(const Theory& theory, const State& start)
    : sequences(theory.cells - 1), cells_(theory.cells), pivot_(pivot_of(theory)), plane_numbers_(cells_, {-1, -1}) {
    std::vector<uint8_t> others;
    for (Symbol symbol : start)
        if (symbol != pivot_) others.push_back(uint8_t(symbol));
    plane_of(int(std::find(start.begin(), start.end(), pivot_) - start.begin()), odd_permutation(others));
    for (int plane = 0; plane < planes(); ++plane) {
        auto [from, odd] = plane_keys_[plane];
        for (const Arc& arc : theory.arcs) {
            const Pattern before = arc.whole_before(cells_), after = arc.whole_after(cells_);
            Term mover = before[size_t(from)];
            int stands = position(before, pivot_);
            // An arc that wants two equal cells never finds them.
            if (repeats(before) || stands != (mover == pivot_ ? from : cells_) || (mover >= 0 && mover != pivot_))
                continue;
            int to = position(after, mover);
            std::vector<uint8_t> source;
            std::vector<Test> tests;
            for (int cell = 0; cell < cells_; ++cell) {
                if (cell == to) continue;
                int origin = position(before, after[size_t(cell)]);
                source.push_back(uint8_t(origin - (origin > from)));
            }
            for (auto [cell, symbol] : arc.condition.tests)
                if (symbol != pivot_)
                    tests.push_back({uint16_t(cell - (cell > from)), Symbol(symbol - (symbol > pivot_))});
            bool changes = odd_permutation(source);
            Passage passage{plane, shuffle_of(std::move(source), std::move(tests)), odd};
            std::vector<Passage>& passages = into_[plane_of(to, odd != changes)];
            bool known = std::any_of(passages.begin(), passages.end(), [&](const Passage& other) {
                return other.from == plane && other.shuffle == passage.shuffle;
            });
            if (!known) passages.push_back(std::move(passage));
        }
    }
}

int RankedSpace::plane_of(int cell, bool odd) {
    int& number = plane_numbers_[cell][odd];
    if (number < 0) {
        number = int(plane_keys_.size());
        plane_keys_.emplace_back(cell, odd);
        into_.emplace_back();
    }
    return number;
}

bool RankedSpace::halved() const {
    std::vector<int> half(into_.size(), -1);
    half[0] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int plane = 0; plane < planes(); ++plane) {
            for (const Passage& passage : into_[plane]) {
                if (half[passage.from] < 0) continue;
                if (half[plane] == half[passage.from]) return false;
                changed |= half[plane] < 0;
                half[plane] = 1 - half[passage.from];
            }
        }
    }
    return true;
}

std::shared_ptr<const Shuffle> RankedSpace::shuffle_of(std::vector<uint8_t> source, std::vector<Test> tests) {
    ShuffleKey key{source, {}};
    for (const Test& test : tests) key.second.emplace_back(test.cell, test.symbol);
    std::shared_ptr<const Shuffle>& known = shuffles_[key];
    if (known) return known;
    int first = 0, last = -1;
    for (int place = 0; place < sequences.length; ++place) {
        if (source[place] == place) continue;
        if (last < 0) first = place;
        last = place;
    }
    if (!tests.empty()) {
        first = 0;  // what symbol a digit stands for follows from all digits before it
        for (const Test& test : tests) last = std::max(last, int(test.cell));
    }
    auto made = std::make_shared<Shuffle>();
    made->source = std::move(source);
    made->tests = std::move(tests);
    fill(*made, std::min(first, sequences.head), last);
    table_bytes_ += made->table.size() * sizeof(uint32_t);
    return known = std::move(made);
}

void RankedSpace::fill(Shuffle& shuffle, int first, int last) {
    Sequences suffix(sequences.length - first);
    uint32_t repeats = sequences.words / suffix.words;
    auto shuffled = [&](Sequences::Rank rank) -> std::optional<Sequences::Rank> {
        uint8_t before[16], after[16];
        suffix.unrank(rank, before);
        for (const Test& test : shuffle.tests)
            if (before[test.cell] != test.symbol) return std::nullopt;
        for (int place = 0; place < suffix.length; ++place)
            after[place] = before[shuffle.source[first + place] - first];
        return suffix.rank(after);
    };
    if (last < 0 && sequences.head > 0) last = 0;  // nothing moves; runs stay short enough to stop between them
    bool blocks = last < sequences.head;
    shuffle.prefix_odd = nullptr;
    shuffle.length = !blocks ? 1 : last < 0 ? suffix.words : suffix.weight[last - first];
    shuffle.values = suffix.words / shuffle.length;
    uint64_t entries = blocks ? shuffle.values : 2ull * suffix.words * uint64_t(suffix.bits);
    uint64_t most = std::max(LEAST_TABLES, plane_bytes() * uint64_t(cells_));
    bool worth_it = blocks || (repeats >= LEAST_REPEATS && entries <= MOST_TABLE_ENTRIES);
    if (!worth_it || table_bytes_ + entries * sizeof(uint32_t) > most) {
        shuffle.kind = Shuffle::Kind::DIRECT;
        shuffle.length = 1;
        shuffle.units = sequences.words;
        return;
    }
    shuffle.table.reserve(entries);
    if (blocks) {
        shuffle.kind = Shuffle::Kind::BLOCKS;
        shuffle.units = repeats * shuffle.values;
        for (uint32_t value = 0; value < shuffle.values; ++value) {
            auto found = shuffled({value * shuffle.length, 0, false});
            shuffle.table.push_back(found ? found->word / shuffle.length : Shuffle::NOWHERE);
        }
        return;
    }
    shuffle.units = sequences.words;
    shuffle.kind = Shuffle::Kind::BITS;
    for (bool odd : {false, true}) {
        for (uint32_t word = 0; word < suffix.words; ++word) {
            for (uint32_t bit = 0; bit < uint32_t(suffix.bits); ++bit) {
                auto found = shuffled({word, bit, odd});
                shuffle.table.push_back(found ? found->word << 6 | found->bit : Shuffle::NOWHERE);
            }
        }
    }
    std::vector<uint8_t>& prefix_odd = prefix_odd_[first];
    if (prefix_odd.empty()) {
        prefix_odd.push_back(0);
        for (int place = 0; place < first; ++place) {
            std::vector<uint8_t> longer;
            for (uint8_t odd : prefix_odd)
                for (int digit = 0; digit < sequences.length - place; ++digit) longer.push_back(odd ^ (digit & 1));
            prefix_odd.swap(longer);
        }
        table_bytes_ += prefix_odd.size();
    }
    shuffle.prefix_odd = prefix_odd.data();
}

std::optional<RankedSpace::Place> RankedSpace::place_of(const State& state) const {
    uint8_t sequence[16];
    int size = 0, stands = -1;
    uint32_t seen = 0;
    for (int cell = 0; cell < cells_; ++cell) {
        int symbol = state[size_t(cell)];
        if (symbol >= cells_ || (seen >> symbol & 1)) return std::nullopt;
        seen |= 1u << symbol;
        if (symbol == pivot_)
            stands = cell;
        else
            sequence[size++] = uint8_t(symbol - (symbol > pivot_));
    }
    Sequences::Rank rank = sequences.rank(sequence);
    int plane = plane_numbers_[stands][rank.odd];
    if (plane < 0) return std::nullopt;
    return Place{plane, rank.word, rank.bit};
}

void RankedSpace::cells_of(const Place& place, State& state) const {
    auto [stands, odd] = plane_keys_[place.plane];
    uint8_t sequence[16] = {};
    sequences.unrank({place.word, place.bit, odd}, sequence);
    for (int cell = 0; cell < cells_; ++cell) {
        int symbol = sequence[cell - (cell > stands)];
        state[size_t(cell)] = Symbol(cell == stands ? pivot_ : symbol + (symbol >= pivot_));
    }
}

}  // namespace arcwise
