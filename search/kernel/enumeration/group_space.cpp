#include "enumeration/group_space.hpp"

#include <map>
#include <numeric>
#include <stdexcept>

namespace arcwise {

namespace {

constexpr uint64_t MOST_BLOCK = 1 << 10;    // states
constexpr uint64_t MOST_PLACES = 1 << 19;   // entries of the table of blocks, which should stay in the cache
constexpr size_t MOST_RESTS = 1 << 17;      // of one level
constexpr uint64_t MOST_ENTRIES = 1 << 22;  // of all levels

Permutation inverse(const Permutation& of) {
    Permutation back(of.size());
    for (size_t cell = 0; cell < of.size(); ++cell) back[of[cell]] = uint8_t(cell);
    return back;
}

Permutation product(const Permutation& first, const Permutation& then) {
    Permutation made(first.size());
    for (size_t cell = 0; cell < first.size(); ++cell) made[cell] = then[first[cell]];
    return made;
}

// Permutations numbered in the order in which they are first seen.
class Numbered {
   public:
    uint32_t number(const Permutation& permutation) {
        auto [found, is_new] = numbers_.emplace(permutation, uint32_t(all.size()));
        if (is_new) all.push_back(permutation);
        if (all.size() > MOST_RESTS) throw std::length_error("too many products");
        return found->second;
    }
    std::vector<Permutation> all;

   private:
    std::map<Permutation, uint32_t> numbers_;
};

}  // namespace

GroupSpace::GroupSpace(std::vector<uint8_t> start, int symbols, std::vector<Level> levels, Reading reading)
    : start_(std::move(start)), symbols_(symbols), reading_(std::move(reading)) {
    const size_t cells = start_.size();
    auto bad = [] { throw std::invalid_argument("a chain of stabilizers that does not fit"); };
    if (cells == 0 || cells >= NOBODY || reading_.keys.size() != cells || reading_.orbits.size() != cells) bad();
    for (uint8_t symbol : start_)
        if (symbol >= symbols) bad();
    for (size_t cell = 0; cell < cells; ++cell) {
        if (reading_.keys[cell].empty()) continue;
        size_t places = 1;
        for (uint8_t key : reading_.keys[cell]) {
            if (key >= cells) bad();
            places *= size_t(symbols);
        }
        if (reading_.orbits[cell] < 0 || size_t(reading_.orbits[cell]) >= reading_.homes.size()) bad();
        if (reading_.homes[size_t(reading_.orbits[cell])].size() != places) bad();
    }
    for (const auto& homes : reading_.homes)
        for (uint8_t home : homes)
            if (home != NOBODY && home >= cells) bad();
    for (Level& level : levels) {
        if (level.base < 0 || size_t(level.base) >= cells || level.carriers.empty()) bad();
        Deep deep{level.base, std::move(level.carriers), {}, std::vector<int>(cells, -1), 0};
        for (const Permutation& carrier : deep.carriers) {
            std::vector<bool> seen(cells);
            if (carrier.size() != cells) bad();
            for (uint8_t cell : carrier) {
                if (cell >= cells || seen[cell]) bad();
                seen[cell] = true;
            }
            int& digit = deep.digit[carrier[size_t(level.base)]];
            if (digit >= 0) bad();
            digit = int(deep.back.size());
            deep.back.push_back(inverse(carrier));
        }
        if (deep.digit[size_t(level.base)] != 0) bad();
        if (__builtin_mul_overflow(size_, deep.carriers.size(), &size_)) bad();
        levels_.push_back(std::move(deep));
    }
    uint64_t weight = size_;
    for (Deep& level : levels_) level.weight = weight /= level.carriers.size();
}

std::optional<uint64_t> GroupSpace::number_of(const uint8_t* cells) const {
    uint8_t stands[256];  // by home: where its symbol is
    for (const Deep& level : levels_) stands[level.base] = NOBODY;
    for (size_t cell = 0; cell < start_.size(); ++cell) {
        const auto& keys = reading_.keys[cell];
        if (keys.empty()) continue;
        size_t place = 0;
        for (uint8_t key : keys) {
            if (cells[key] >= symbols_) return std::nullopt;
            place = place * size_t(symbols_) + cells[key];
        }
        uint8_t home = reading_.homes[size_t(reading_.orbits[cell])][place];
        if (home != NOBODY) stands[home] = uint8_t(cell);
    }
    uint64_t number = 0;
    for (size_t at = 0; at < levels_.size(); ++at) {
        const Deep& level = levels_[at];
        uint8_t cell = stands[level.base];
        if (cell == NOBODY || level.digit[cell] < 0) return std::nullopt;
        const int digit = level.digit[cell];
        number += uint64_t(digit) * level.weight;
        if (digit == 0) continue;
        const Permutation& back = level.back[size_t(digit)];
        for (size_t later = at + 1; later < levels_.size(); ++later) {
            uint8_t& other = stands[levels_[later].base];
            if (other == NOBODY) return std::nullopt;
            other = back[other];
        }
    }
    uint8_t made[256];
    cells_of(number, made);
    for (size_t cell = 0; cell < start_.size(); ++cell)
        if (made[cell] != cells[cell]) return std::nullopt;
    return number;
}

void GroupSpace::cells_of(uint64_t number, uint8_t* cells) const {
    // The last level's carrier is applied first.
    const size_t size = start_.size();
    uint8_t goes[256];
    for (size_t cell = 0; cell < size; ++cell) goes[cell] = uint8_t(cell);
    for (size_t at = levels_.size(); at-- > 0;) {
        const Deep& level = levels_[at];
        const Permutation& carrier = level.carriers[size_t(number / level.weight % level.carriers.size())];
        for (size_t cell = 0; cell < size; ++cell) goes[cell] = carrier[goes[cell]];
    }
    for (size_t cell = 0; cell < size; ++cell) cells[goes[cell]] = start_[cell];
}

GroupMoves::GroupMoves(const GroupSpace& space, const std::vector<Permutation>& moves) : moves_(int(moves.size())) {
    const auto& levels = space.levels();
    Numbered rests;
    for (const Permutation& move : moves) rests.number(move);
    if (rests.all.size() != moves.size()) throw std::invalid_argument("a move that is there twice");
    // What moves leave to be applied to the levels from `at` on.
    size_t at = 0;
    uint64_t left = space.size();
    while (left > MOST_BLOCK || left * rests.all.size() > MOST_PLACES) {
        const auto& level = levels[at++];
        const size_t digits = level.carriers.size();
        if ((bytes_ += rests.all.size() * digits * sizeof(Step)) > MOST_ENTRIES * sizeof(Step))
            throw std::length_error("too large tables");
        Numbered next;
        std::vector<Step> table;
        for (const Permutation& rest : rests.all) {
            for (const Permutation& carrier : level.carriers) {
                Permutation made = product(carrier, rest);
                const auto digit = uint32_t(level.digit[made[size_t(level.base)]]);
                table.push_back({digit, next.number(product(made, level.back[digit]))});
            }
        }
        tables_.push_back(std::move(table));
        digits_.push_back(uint32_t(digits));
        blocks_ *= digits;
        left /= digits;
        rests = std::move(next);
    }
    // All permutations of the levels that are left, in order of their numbers.
    block_ = uint32_t(left);
    std::vector<Permutation> all{Permutation(size_t(space.cells()))};
    std::iota(all[0].begin(), all[0].end(), uint8_t(0));
    for (size_t deep = levels.size(); deep-- > at;) {
        std::vector<Permutation> longer;
        for (const Permutation& carrier : levels[deep].carriers)
            for (const Permutation& rest : all) longer.push_back(product(rest, carrier));
        all = std::move(longer);
    }
    std::map<Permutation, uint16_t> numbers;
    for (const Permutation& permutation : all) numbers.emplace(permutation, uint16_t(numbers.size()));
    places_.resize(rests.all.size() * all.size());
    uint16_t* places = places_.data();
    for (const Permutation& rest : rests.all) {
        for (const Permutation& permutation : all)
            places[numbers.at(product(permutation, rest))] = numbers.at(permutation);
        places += block_;
    }
    bytes_ += places_.size() * sizeof(uint16_t);
}

}  // namespace arcwise
