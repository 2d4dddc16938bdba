#include "tables/moves.hpp"

#include <algorithm>
#include <stdexcept>

namespace arcwise {

namespace {

bool is_permutation_of(const Cells& goes, int cells) {
    if (goes.size() != size_t(cells)) return false;
    std::vector<bool> seen(goes.size());
    for (Cell cell : goes) {
        if (cell >= cells || seen[cell]) return false;
        seen[cell] = true;
    }
    return true;
}

}  // namespace

TableMoves::TableMoves(int board, int blank_home, std::vector<Cells> permutations, std::vector<int> needed)
    : cells(board), home(blank_home), goes(std::move(permutations)), blanks(std::move(needed)) {
    if (cells < 1 || cells > MOST_TABLE_CELLS || home < -1 || home >= cells)
        throw std::invalid_argument("1 to 256 cells, and a blank on one of them");
    if (goes.size() != blanks.size() || goes.size() > size_t(INT16_MAX))
        throw std::invalid_argument("a blank for every move, 32,767 moves at most");
    const int many = count();
    from_.resize(size_t(home < 0 ? 1 : cells));
    for (int move = 0; move < many; ++move) {
        const int blank = blanks[size_t(move)];
        if (!is_permutation_of(goes[size_t(move)], cells) || blank < -1 || blank >= cells ||
            (blank < 0) != (home < 0))
            throw std::invalid_argument("a move that is no permutation, or has no place for the blank");
        from_[size_t(home < 0 ? 0 : blank)].push_back(move);
    }
    joined_.assign(size_t(many) * size_t(many), APART);
    commute_.assign(size_t(many) * size_t(many), 0);
    inverses.assign(size_t(many), -1);
    const Cells same = identity_of(cells);
    for (int one = 0; one < many; ++one)
        for (int other = 0; other < many; ++other) {
            if (home >= 0 && goes[size_t(one)][size_t(blanks[size_t(one)])] != blanks[size_t(other)]) continue;
            const size_t pair = size_t(one) * size_t(many) + size_t(other);
            const Cells both = after(goes[size_t(one)], goes[size_t(other)]);
            if (both == same) {
                joined_[pair] = NOTHING;
                if (inverses[size_t(one)] < 0) inverses[size_t(one)] = other;
                continue;
            }
            if (home >= 0) continue;
            const auto found = std::find(goes.begin(), goes.end(), both);
            if (found != goes.end()) joined_[pair] = int16_t(found - goes.begin());
            commute_[pair] = both == after(goes[size_t(other)], goes[size_t(one)]);
        }
    if (std::find(inverses.begin(), inverses.end(), -1) != inverses.end())
        throw std::invalid_argument("a move that no move undoes");
}

Word TableMoves::undone(const Word& word) const {
    Word back(word.size());
    for (size_t step = 0; step < word.size(); ++step)
        back[word.size() - 1 - step] = uint16_t(inverses[word[step]]);
    return back;
}

void TableMoves::append(Word& word, const uint16_t* moves, size_t many) const {
    const size_t count = goes.size();
    for (size_t next = 0; next < many; ++next) {
        const uint16_t move = moves[next];
        size_t place = word.size();
        for (; place > 0; --place) {
            const size_t pair = word[place - 1] * count + move;
            if (joined_[pair] != APART) break;
            if (!commute_[pair]) {
                place = 0;
                break;
            }
        }
        if (place == 0) {
            word.push_back(move);
            continue;
        }
        const int16_t both = joined_[word[place - 1] * count + move];
        if (both == NOTHING)
            word.erase(word.begin() + std::ptrdiff_t(place - 1));
        else
            word[place - 1] = uint16_t(both);
    }
}

Cells TableMoves::replayed(const Word& word) const {
    Cells where = identity_of(cells);
    int blank = home;
    for (uint16_t move : word) {
        if (home >= 0 && blanks[move] != blank) throw std::logic_error("a word with a move that cannot be made");
        where = after(where, goes[move]);
        if (home >= 0) blank = goes[move][size_t(blank)];
    }
    return where;
}

std::vector<Cells> TableMoves::closed() const {
    if (home < 0) return goes;
    // A way to every cell that the blank can be brought to; with each move, there and back is one that is closed.
    std::vector<Cells> ways(static_cast<size_t>(cells));
    std::vector<int> reached{home};
    ways[size_t(home)] = identity_of(cells);
    for (size_t next = 0; next < reached.size(); ++next)
        for (int move : from(reached[next])) {
            const int to = goes[size_t(move)][size_t(reached[next])];
            if (!ways[size_t(to)].empty()) continue;
            ways[size_t(to)] = after(ways[size_t(reached[next])], goes[size_t(move)]);
            reached.push_back(to);
        }
    std::vector<Cells> made;
    for (int blank : reached)
        for (int move : from(blank)) {
            const int to = goes[size_t(move)][size_t(blank)];
            made.push_back(after(after(ways[size_t(blank)], goes[size_t(move)]), inverse_of(ways[size_t(to)])));
        }
    return made;
}

std::vector<int> TableMoves::reached() const {
    if (home < 0) return {};
    std::vector<int> cells_reached{home};
    for (size_t next = 0; next < cells_reached.size(); ++next)
        for (int move : from(cells_reached[next])) {
            const int to = goes[size_t(move)][size_t(cells_reached[next])];
            if (std::find(cells_reached.begin(), cells_reached.end(), to) == cells_reached.end())
                cells_reached.push_back(to);
        }
    return cells_reached;
}

RandomGroup::RandomGroup(int cells, const std::vector<Cells>& generators, std::mt19937_64& random) {
    // Product replacement (Celler and others 1995): members are multiplied by others until they are well mixed.
    std::vector<Cells> pool = generators;
    if (pool.empty()) pool.push_back(identity_of(cells));
    // A group of permutations of n points needs n / 2 generators at most; a few more random members are enough.
    const size_t most = size_t(cells) / 2 + MORE;
    for (size_t next = 0; pool.size() < most; ++next) pool.push_back(Cells(pool[next]));
    const size_t rounds = 20 * pool.size();
    for (size_t round = 0; round < rounds; ++round) {
        const size_t one = random() % pool.size(), other = random() % pool.size();
        if (one == other) continue;
        const Cells factor = random() % 2 ? pool[other] : inverse_of(pool[other]);
        pool[one] = random() % 2 ? after(pool[one], factor) : after(factor, pool[one]);
    }
    members_ = generators;
    members_.insert(members_.end(), pool.begin(), pool.end());
    if (members_.empty()) members_.push_back(identity_of(cells));
}

std::vector<int> RandomGroup::orbit(int cell) const {
    std::vector<int> reached{cell};
    std::vector<bool> seen(members_[0].size());
    seen[size_t(cell)] = true;
    for (size_t next = 0; next < reached.size(); ++next)
        for (const Cells& member : members_) {
            const int to = member[size_t(reached[next])];
            if (seen[size_t(to)]) continue;
            seen[size_t(to)] = true;
            reached.push_back(to);
        }
    std::sort(reached.begin(), reached.end());
    return reached;
}

bool RandomGroup::fixes(int cell) const {
    return std::all_of(members_.begin(), members_.end(),
                       [cell](const Cells& member) { return member[size_t(cell)] == cell; });
}

Cells RandomGroup::member(std::mt19937_64& random) const {
    Cells product = members_[random() % members_.size()];
    for (int factor = 0; factor < PRODUCT; ++factor) {
        const Cells& then = members_[random() % members_.size()];
        for (Cell& cell : product) cell = then[cell];
    }
    return product;
}

std::vector<Cells> RandomGroup::transversal(int cell) const {
    std::vector<Cells> ways(members_[0].size());
    std::vector<int> reached{cell};
    ways[size_t(cell)] = identity_of(int(members_[0].size()));
    for (size_t next = 0; next < reached.size(); ++next)
        for (const Cells& member : members_) {
            const int to = member[size_t(reached[next])];
            if (!ways[size_t(to)].empty()) continue;
            ways[size_t(to)] = after(ways[size_t(reached[next])], member);
            reached.push_back(to);
        }
    return ways;
}

RandomGroup RandomGroup::stabilizer(int cell, std::mt19937_64& random) const {
    const std::vector<Cells> ways = transversal(cell);
    RandomGroup smaller;
    while (smaller.members_.size() < enough()) {
        const Cells one = member(random);
        smaller.members_.push_back(after(one, inverse_of(ways[one[size_t(cell)]])));
    }
    return smaller;
}

std::vector<bool> RandomGroup::fixed_with(int cell, std::mt19937_64& random) const {
    const std::vector<Cells> ways = transversal(cell);
    std::vector<bool> fixed(ways.size());
    for (size_t other = 0; other < fixed.size(); ++other) fixed[other] = !fixes(int(other));
    fixed[size_t(cell)] = false;
    // Most cells are moved by the first members of the stabilizer already.
    for (size_t tried = 0; tried < enough() && std::find(fixed.begin(), fixed.end(), true) != fixed.end(); ++tried) {
        const Cells one = member(random);
        const Cells& way = ways[one[size_t(cell)]];
        for (size_t other = 0; other < fixed.size(); ++other)
            if (one[other] != way[other]) fixed[other] = false;
    }
    return fixed;
}

}  // namespace arcwise
