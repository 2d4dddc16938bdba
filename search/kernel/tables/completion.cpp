#include "tables/completion.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>

namespace arcwise {

std::vector<TableEntry> Completion::powers() const {
    constexpr size_t MOST_WORDS = 300'000, LONGEST = 1000, KEPT = 2, MOST_LENGTHS = 6;
    struct Power {
        size_t length, number, times;
        bool operator<(const Power& other) const { return length < other.length; }
    };
    std::vector<std::vector<Power>> shortest(size_t(moves_.cells) + 1);  // by how many cells are moved
    std::vector<size_t> lengths, moved(size_t(moves_.cells) + 1), orders;
    std::vector<bool> seen;
    for (size_t number = 1; number < std::min(words_.size(), MOST_WORDS); ++number) {
        if (number % 4096 == 0) meter_.look(meter_.expanded());
        const Cell* goes = words_.goes(number);
        if (moves_.home >= 0 && goes[moves_.home] != moves_.home) continue;
        // The lengths of its cycles, and how many cells are in those of a length.
        seen.assign(size_t(moves_.cells), false);
        lengths.clear();
        for (size_t cell = 0; cell < size_t(moves_.cells); ++cell) {
            size_t length = 0;
            for (size_t at = cell; !seen[at]; at = goes[at], ++length) seen[at] = true;
            if (length < 2) continue;
            if (!moved[length]) lengths.push_back(length);
            moved[length] += length;
        }
        // The powers that undo some of its cycles, or all but those of one length.
        const size_t most = LONGEST / size_t(words_.length(number));
        orders.assign(1, 1);
        if (lengths.size() <= MOST_LENGTHS) {
            for (const size_t length : lengths)
                for (size_t known = 0, end = orders.size(); known < end; ++known) {
                    const size_t times = std::lcm(orders[known], length);
                    if (times <= most && std::find(orders.begin(), orders.end(), times) == orders.end()) orders.push_back(times);
                }
        } else {
            for (const size_t left : lengths) {
                size_t times = 1;
                for (const size_t other : lengths)
                    if (other != left && times <= most) times = std::lcm(times, other);
                if (times <= most) orders.push_back(times);
            }
        }
        for (const size_t times : orders) {
            size_t cells = 0;
            for (const size_t length : lengths)
                if (times % length != 0) cells += moved[length];
            if (cells == 0) continue;
            auto& known = shortest[cells];
            const size_t length = times * size_t(words_.length(number));
            if (known.size() == KEPT && length >= known.back().length) continue;
            if (known.size() == KEPT) known.pop_back();
            known.insert(std::upper_bound(known.begin(), known.end(), Power{length, 0, 0}), {length, number, times});
        }
        for (const size_t length : lengths) moved[length] = 0;
    }
    std::vector<TableEntry> found;
    size_t least = SIZE_MAX;  // of those that move fewer cells
    for (const auto& known : shortest) {
        for (const Power& power : known) {
            if (power.length >= least) continue;
            TableEntry entry{{}, identity_of(moves_.cells)};
            const Word word = words_.moves(power.number);
            for (size_t time = 0; time < power.times; ++time) {
                moves_.append(entry.word, word);
                entry.goes = after(entry.goes, words_.permutation(power.number));
            }
            found.push_back(std::move(entry));
        }
        if (!known.empty()) least = std::min(least, known[0].length);
    }
    std::stable_sort(found.begin(), found.end(), [](const TableEntry& one, const TableEntry& other) {
        return one.word.size() < other.word.size();
    });
    return found;
}

void Completion::conjugates(ColumnBuilder& column, const std::vector<TableEntry>& entries) const {
    for (const TableEntry& entry : entries) conjugates_of(column, entry, words_.size());
}

void Completion::conjugates(ColumnBuilder& column) const {
    constexpr size_t MOST_TRIED = 8'000'000;
    size_t entries = 1;
    for (const TableColumn& earlier : columns_)
        for (const auto& known : earlier.entries) entries += known.size();
    const size_t most = std::min(words_.size(), std::max(size_t(1000), MOST_TRIED / entries));
    for (const TableColumn& earlier : columns_)
        for (const auto& known : earlier.entries)
            for (const TableEntry& entry : known) conjugates_of(column, entry, most);
    const auto own = column.column().entries;
    for (const auto& known : own)
        for (const TableEntry& entry : known) conjugates_of(column, entry, std::min(words_.size(), size_t(5000)));
}

void Completion::conjugates_of(ColumnBuilder& column, const TableEntry& entry, size_t most) const {
    meter_.look(meter_.expanded());
    const int cell = column.column().cell;
    const Cells back = inverse_of(entry.goes);
    size_t longest = column.longest_wanted();
    for (size_t number = 0; number < most; ++number) {
        if (entry.word.size() + 2 * size_t(words_.length(number)) > longest) break;
        const Cell *goes = words_.goes(number), *comes = words_.comes(number);
        if (moves_.home >= 0 && (goes[moves_.home] != moves_.home || entry.goes[size_t(moves_.home)] != moves_.home))
            continue;
        if (entry.goes[goes[cell]] == goes[cell]) continue;
        const bool leaves = std::all_of(columns_.begin(), columns_.end(), [&](const TableColumn& earlier) {
            return entry.goes[goes[earlier.cell]] == goes[earlier.cell];
        });
        if (!leaves) continue;
        const size_t length = entry.word.size() + 2 * size_t(words_.length(number));
        if (!column.wants(comes[entry.goes[goes[cell]]], length) && !column.wants(comes[back[goes[cell]]], length)) continue;
        Cells all(static_cast<size_t>(moves_.cells));
        for (size_t at = 0; at < all.size(); ++at) all[at] = comes[entry.goes[goes[at]]];
        const Word way = words_.moves(number);
        Word word = way;
        moves_.append(word, entry.word);
        moves_.append(word, moves_.undone(way));
        column.offer(std::move(word), all);
        longest = column.longest_wanted();
    }
}

void Completion::products(ColumnBuilder& column) const {
    constexpr size_t COLUMNS = 5, MOST = 15'000;
    using Known = std::map<std::string, Word>;
    const auto put = [](Known& known, const Cells& goes, Word word) {
        std::string key(goes.begin(), goes.end());
        const auto found = known.find(key);
        if (found == known.end()) {
            if (known.size() < MOST) known.emplace(std::move(key), std::move(word));
        } else if (word.size() < found->second.size()) {
            found->second = std::move(word);
        }
    };
    Known members;
    for (size_t number = columns_.size() > COLUMNS ? columns_.size() - COLUMNS : 0; number < columns_.size(); ++number) {
        const TableColumn& through = columns_[number];
        if (through.cell == moves_.home) continue;
        Known later;
        for (const auto& known : through.entries)
            for (const TableEntry& one : known)
                for (const TableEntry& other : known) {
                    if (&one == &other) continue;
                    // One brings a symbol home, the other undone takes it back: in all, the cell keeps its own.
                    Word word = moves_.undone(other.word);
                    moves_.append(word, one.word);
                    put(later, after(inverse_of(other.goes), one.goes), std::move(word));
                }
        for (const auto& [key, word] : members) {
            const Cells goes(key.begin(), key.end());
            const int place = goes[size_t(through.cell)];
            if (place == through.cell) {
                put(later, goes, word);
                continue;
            }
            for (const TableEntry& entry : through.entries[size_t(place)]) {
                Word longer = word;
                moves_.append(longer, entry.word);
                put(later, after(goes, entry.goes), std::move(longer));
            }
        }
        members = std::move(later);
        meter_.look(meter_.expanded());
    }
    for (const auto& [key, word] : members) column.offer(word, Cells(key.begin(), key.end()));
}

bool Completion::lead_through(Word& word, Cells& goes) const {
    for (const TableColumn& column : columns_) {
        const int place = goes[size_t(column.cell)];
        if (place == column.cell) continue;
        const auto& known = column.entries[size_t(place)];
        if (known.empty()) return false;
        moves_.append(word, known[0].word);
        goes = after(goes, known[0].goes);
    }
    return true;
}

void Completion::sifted(ColumnBuilder& column, std::mt19937_64& random, int most) const {
    for (int tried = 0; tried < most && column.missing(); ++tried) {
        Word word;
        Cells goes = identity_of(moves_.cells);
        // The shortest words first, then products of random ones, closed by the way of the blank.
        const int factors = size_t(tried) < words_.size() && tried < most / 2 ? 1 : 3;
        for (int factor = 0; factor < factors; ++factor) {
            const size_t number = factors == 1 ? size_t(tried) : random() % words_.size();
            Word more = words_.moves(number);
            Cells made = words_.permutation(number);
            if (moves_.home >= 0 && !columns_.empty()) {
                const auto& back = columns_[0].entries[made[size_t(moves_.home)]];
                if (!back.empty()) {
                    moves_.append(more, back[0].word);
                    made = after(made, back[0].goes);
                } else if (made[size_t(moves_.home)] != moves_.home) {
                    continue;
                }
            }
            moves_.append(word, more);
            goes = after(goes, made);
        }
        if (lead_through(word, goes)) column.offer(std::move(word), goes);
        if (tried % 64 == 0) {
            meter_.look(meter_.expanded());
            column.close();
        }
    }
    column.close();
}

}  // namespace arcwise
