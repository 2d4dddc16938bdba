#include "tables/column.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace arcwise {

WordGroups::WordGroups(size_t words) {
    if (words < 2) return;
    members_.resize(words);
    std::iota(members_.begin(), members_.end(), 0);
    ends_.push_back(words);
}

void WordGroups::split(const Words& words, int cell) {
    std::vector<uint32_t> members;
    std::vector<size_t> ends;
    std::vector<uint32_t> by_place[MOST_TABLE_CELLS];
    for (size_t group = 0; group < count(); ++group) {
        for (const uint32_t* word = begin(group); word != end(group); ++word)
            by_place[words.goes(*word)[cell]].push_back(*word);
        // The places that the group's words lead to, once each, are found by going through it again.
        for (const uint32_t* word = begin(group); word != end(group); ++word) {
            auto& part = by_place[words.goes(*word)[cell]];
            if (part.size() > 1) {
                members.insert(members.end(), part.begin(), part.end());
                ends.push_back(members.size());
            }
            part.clear();
        }
    }
    members_ = std::move(members);
    ends_ = std::move(ends);
}

namespace {

// The shortest words of a group by where they take a cell, so many of each place; no longer than of use in a pair that is
// shorter than so many moves.
struct Leading {
    struct Leader {
        int place;
        uint32_t word;
        int length;
    };
    std::vector<Leader> words;
    int shortest = UNKNOWN;

    void of(const Words& all, const uint32_t* begin, const uint32_t* end, int cell, int most, int below) {
        words.clear();
        int seen[MOST_TABLE_CELLS] = {};
        for (const uint32_t* word = begin; word != end; ++word) {
            const int length = all.length(*word);
            if (length + all.length(*begin) >= below) break;
            const int place = all.goes(*word)[cell];
            if (seen[place]++ < most) words.push_back({place, *word, length});
        }
        shortest = words.empty() ? UNKNOWN : words[0].length;
    }
};

}  // namespace

std::vector<int> shortest_entries(const Words& words, const WordGroups& groups, int cell, const std::vector<int>& places,
                                  Meter& meter, size_t stride) {
    std::vector<int> best(MOST_TABLE_CELLS, 0);
    for (int place : places) best[size_t(place)] = UNKNOWN;
    Leading leading;
    int worst = UNKNOWN;
    const auto worst_now = [&] {
        int found = 0;
        for (int place : places) found = std::max(found, best[size_t(place)]);
        return found;
    };
    size_t next = 0;  // word of the sample, counted from the group's first
    for (size_t group = 0; group < groups.count() && !places.empty(); ++group) {
        const uint32_t *begin = groups.begin(group), *end = groups.end(group);
        const auto members = size_t(end - begin);
        size_t at = next;
        if (at >= members) {
            next -= members;
            continue;
        }
        next += (members - at + stride - 1) / stride * stride - members;
        if (words.length(begin[0]) + words.length(begin[1]) >= worst) continue;
        leading.of(words, begin, end, cell, 1, worst);
        if (leading.words.size() < 2) continue;
        bool better = false;
        for (; at < members; at += stride) {
            const uint32_t* word = begin + at;
            const int length = words.length(*word);
            if (length + leading.shortest >= worst) break;
            const Cell* comes = words.comes(*word);
            for (const auto& [place, other, further] : leading.words) {
                const int both = length + further;
                if (both >= worst) break;
                int& known = best[comes[place]];
                if (both < known) {
                    known = both;
                    better = true;
                }
            }
        }
        if (better) worst = worst_now();
        if (group % 1024 == 0) meter.look(meter.expanded());
    }
    return best;
}

ColumnBuilder::ColumnBuilder(const TableMoves& moves, const TableRequest& request, int cell,
                             const std::vector<int>& orbit)
    : moves_(moves), request_(request) {
    column_.cell = cell;
    for (int place : orbit)
        if (place != cell) column_.places.push_back(place);
    column_.entries.resize(size_t(moves.cells));
    steps_.resize(size_t(moves.cells) * size_t(moves.cells));
}

bool ColumnBuilder::useful(int place, size_t length) const {
    const auto& known = column_.entries[size_t(place)];
    return known.empty() || length < known[0].word.size() ||
           (length <= known[0].word.size() + request_.slack &&
            (known.size() < request_.alternatives || length < known.back().word.size()));
}

void ColumnBuilder::insert(int place, Word word, Cells goes) {
    auto& known = column_.entries[size_t(place)];
    const auto same = std::find_if(known.begin(), known.end(), [&](const TableEntry& one) { return one.goes == goes; });
    if (same != known.end()) {
        if (same->word.size() <= word.size()) return;
        known.erase(same);
    }
    const size_t length = word.size();
    const auto later = std::upper_bound(known.begin(), known.end(), length, [](size_t than, const TableEntry& one) {
        return than < one.word.size();
    });
    known.insert(later, {std::move(word), std::move(goes)});
    while (known.size() > request_.alternatives || known.back().word.size() > known[0].word.size() + request_.slack)
        known.pop_back();
}

void ColumnBuilder::from_pairs(const Words& words, const WordGroups& groups, const std::vector<int>& shortest,
                               Meter& meter) {
    struct Pair {
        int length;
        uint32_t first, undone;
        bool operator<(const Pair& other) const {
            return std::tie(length, first, undone) < std::tie(other.length, other.first, other.undone);
        }
    };
    constexpr size_t MOST = 4000;
    const int alike = request_.alternatives > 1 ? 3 : 1;  // words of a group that take the cell to the same place
    const int slack = request_.alternatives > 1 ? int(request_.slack) : 0;
    std::vector<std::vector<Pair>> pairs(static_cast<size_t>(moves_.cells));
    int worst = 0;
    for (int place : column_.places)
        if (shortest[size_t(place)] < UNKNOWN) worst = std::max(worst, shortest[size_t(place)] + slack);
    Leading leading;
    for (size_t group = 0; group < groups.count(); ++group) {
        const uint32_t *begin = groups.begin(group), *end = groups.end(group);
        if (words.length(begin[0]) + words.length(begin[1]) > worst) continue;
        leading.of(words, begin, end, column_.cell, alike, worst + 1);
        if (leading.words.size() < 2) continue;
        for (const uint32_t* word = begin; word != end; ++word) {
            const int length = words.length(*word);
            if (length + leading.shortest > worst) break;
            const Cell* comes = words.comes(*word);
            for (const auto& [place, other, further] : leading.words) {
                const int both = length + further, from = comes[place];
                if (both > worst) break;
                if (from == column_.cell || both > shortest[size_t(from)] + slack) continue;
                auto& found = pairs[size_t(from)];
                if (found.size() < MOST || both == shortest[size_t(from)]) found.push_back({both, *word, other});
            }
        }
        if (group % 1024 == 0) meter.look(meter.expanded());
    }
    for (int place : column_.places) {
        auto& found = pairs[size_t(place)];
        std::sort(found.begin(), found.end());
        if (found.size() > MOST) found.resize(MOST);
        for (const Pair& pair : found) {
            if (!useful(place, size_t(pair.length))) break;
            Cells goes(static_cast<size_t>(moves_.cells));
            const Cell *first = words.goes(pair.first), *back = words.comes(pair.undone);
            for (size_t cell = 0; cell < goes.size(); ++cell) goes[cell] = back[first[cell]];
            Word word = words.moves(pair.first);
            moves_.append(word, moves_.undone(words.moves(pair.undone)));
            offer(std::move(word), goes);
        }
    }
}

void ColumnBuilder::offer(Word word) {
    const Cells goes = moves_.replayed(word);
    offer(std::move(word), goes);
}

void ColumnBuilder::offer(Word word, const Cells& goes) {
    const size_t cells = goes.size();
    const Cells back = inverse_of(goes);
    const int from = back[size_t(column_.cell)], to = goes[size_t(column_.cell)];
    for (int place : column_.places) {
        const size_t there = goes[size_t(place)];
        if (there == size_t(place)) continue;
        shorten(steps_[size_t(place) * cells + there], word, false);
        shorten(steps_[there * cells + size_t(place)], word, true);
    }
    if (from == column_.cell) return;
    // Both ways: it brings the symbol of a place to the cell, and its inverse that of another.
    if (useful(to, word.size())) insert(to, moves_.undone(word), back);
    if (useful(from, word.size())) insert(from, std::move(word), goes);
}

void ColumnBuilder::shorten(Step& step, const Word& word, bool undone) {
    if (step.known && step.word.size() <= word.size()) return;
    step = {true, undone ? moves_.undone(word) : word};
}

void ColumnBuilder::steps_from_pairs(const Words& words, const WordGroups& groups, Meter& meter) {
    constexpr size_t NEAR = 60, MOST_PAIRS = 2'000'000;
    struct Pair {
        int length = UNKNOWN;
        uint32_t first = 0, undone = 0;
    };
    const size_t cells = size_t(moves_.cells);
    std::vector<Pair> found(cells * cells);
    size_t pairs = 0;
    for (size_t group = 0; group < groups.count() && pairs < MOST_PAIRS; ++group) {
        const uint32_t *begin = groups.begin(group), *end = groups.end(group);
        for (const uint32_t* one = begin; one != end && pairs < MOST_PAIRS; ++one)
            for (const uint32_t* other = begin; other != std::min(one, begin + NEAR); ++other, ++pairs) {
                const int length = words.length(*one) + words.length(*other);
                const Cell *goes = words.goes(*one), *back = words.comes(*other);
                for (int place : column_.places) {
                    const size_t to = back[goes[place]];
                    Pair &there = found[size_t(place) * cells + to], &again = found[to * cells + size_t(place)];
                    if (length < there.length) there = {length, *one, *other};
                    if (length < again.length) again = {length, *other, *one};
                }
            }
        if (group % 1024 == 0) meter.look(meter.expanded());
    }
    for (size_t step = 0; step < found.size(); ++step) {
        if (found[step].length == UNKNOWN || step / cells == step % cells) continue;
        Word word = words.moves(found[step].first);
        moves_.append(word, moves_.undone(words.moves(found[step].undone)));
        shorten(steps_[step], word, false);
    }
}

void ColumnBuilder::close() {
    // Shortest ways over places to the cell (Dijkstra); a place that has an entry is one step from it.
    const size_t cells = size_t(moves_.cells);
    std::vector<size_t> far(cells, SIZE_MAX);
    std::vector<int> next(cells, -1);
    std::set<std::pair<size_t, int>> open;
    for (int place : column_.places)
        if (!column_.entries[size_t(place)].empty()) {
            far[size_t(place)] = column_.entries[size_t(place)][0].word.size();
            open.insert({far[size_t(place)], place});
        }
    while (!open.empty()) {
        const auto [length, place] = *open.begin();
        open.erase(open.begin());
        for (int before : column_.places) {
            const size_t step = size_t(before) * cells + size_t(place);
            if (!steps_[step].known || length + steps_[step].word.size() >= far[size_t(before)]) continue;
            open.erase({far[size_t(before)], before});
            far[size_t(before)] = length + steps_[step].word.size();
            next[size_t(before)] = place;
            open.insert({far[size_t(before)], before});
        }
    }
    std::vector<std::pair<int, Word>> made;
    for (int place : column_.places) {
        if (far[size_t(place)] == SIZE_MAX || next[size_t(place)] < 0) continue;
        Word word;
        int at = place;
        for (; next[size_t(at)] >= 0; at = next[size_t(at)])
            moves_.append(word, steps_[size_t(at) * cells + size_t(next[size_t(at)])].word);
        moves_.append(word, column_.entries[size_t(at)][0].word);
        made.push_back({place, std::move(word)});
    }
    for (auto& [place, word] : made) {
        Cells goes = moves_.replayed(word);
        if (useful(place, word.size())) insert(place, std::move(word), std::move(goes));
    }
}

size_t ColumnBuilder::longest_wanted() const {
    size_t longest = 0;
    for (int place : column_.places) {
        const auto& known = column_.entries[size_t(place)];
        if (known.empty()) return SIZE_MAX;
        const size_t more = known.size() < request_.alternatives ? known[0].word.size() + request_.slack : known.back().word.size();
        longest = std::max(longest, std::max(more, known[0].word.size()));
    }
    return longest;
}

size_t ColumnBuilder::missing() const {
    return size_t(std::count_if(column_.places.begin(), column_.places.end(),
                                [this](int place) { return column_.entries[size_t(place)].empty(); }));
}

}  // namespace arcwise
