#include "tables/words.hpp"

#include <algorithm>

namespace arcwise {

Words::Words(const TableMoves& moves, Meter& meter)
    : table_(moves),
      meter_(meter),
      cells_(size_t(moves.cells)),
      bits_(cells_ * cells_),
      held_(meter),
      known_(size_t(1) << 10) {
    std::mt19937_64 random(20261122);
    for (uint64_t& bits : bits_) bits = random();
    pay();
    const Cells same = identity_of(moves.cells);
    goes_.assign(same.begin(), same.end());
    comes_.assign(same.begin(), same.end());
    parents_.push_back(0);
    made_by_.push_back(0);
    lengths_.push_back(0);
    is_new(key_of(goes(0)));
}

uint64_t Words::key_of(const Cell* goes) const {
    uint64_t key = 0;
    for (size_t cell = 0; cell < cells_; ++cell) key ^= bits_[cell * cells_ + goes[cell]];
    return key ? key : 1;
}

bool Words::is_new(uint64_t key) {
    const size_t mask = known_.size() - 1;
    size_t slot = (key >> 20) & mask;
    for (; known_[slot]; slot = (slot + 1) & mask)
        if (known_[slot] == key) return false;
    known_[slot] = key;
    return true;
}

void Words::widen() {
    std::vector<uint64_t> old(4 * known_.size());
    old.swap(known_);
    for (uint64_t key : old)
        if (key) is_new(key);
}

void Words::pay() {
    constexpr size_t MORE = 4096, HASHED = 8 * sizeof(uint64_t);  // the table of keys is an eighth full at least
    held_.add(MORE * (2 * cells_ + HASHED + sizeof(uint32_t) + sizeof(uint16_t) + sizeof(uint8_t)));
    paid_ += MORE;
}

bool Words::may_lengthen(size_t most) const {
    const size_t layer = size() - first_;
    // The next layer is guessed from the last two; a short word is extended in any case.
    const size_t guess = before_ ? layer * layer / before_ : layer * size_t(table_.count());
    return layer != 0 && longest() != UINT8_MAX && (size() == 1 || size() + guess <= most);
}

bool Words::lengthen(size_t most) {
    if (!may_lengthen(most)) return false;
    const size_t last = size(), layer = last - first_;
    Cell goes[MOST_TABLE_CELLS];
    for (size_t word = first_; word < last; ++word) {
        meter_.count_expansion();
        const int blank = table_.home < 0 ? -1 : this->goes(word)[table_.home];
        for (int move : table_.from(blank)) {
            ++generated_;
            const Cell *by = table_.goes[size_t(move)].data(), *was = this->goes(word);
            for (size_t cell = 0; cell < cells_; ++cell) goes[cell] = by[was[cell]];
            if (size() == paid_) pay();
            if (2 * (size() + 1) > known_.size()) widen();
            if (!is_new(key_of(goes))) continue;
            goes_.insert(goes_.end(), goes, goes + cells_);
            const size_t at = comes_.size();
            comes_.resize(at + cells_);
            for (size_t cell = 0; cell < cells_; ++cell) comes_[at + goes[cell]] = Cell(cell);
            made_by_.push_back(uint16_t(move));
            lengths_.push_back(uint8_t(lengths_[word] + 1));
            parents_.push_back(uint32_t(word));
        }
    }
    before_ = layer;
    first_ = last;
    return size() > last;
}

Word Words::moves(size_t word) const {
    Word found;
    for (; word != 0; word = parents_[word]) found.push_back(made_by_[word]);
    std::reverse(found.begin(), found.end());
    return found;
}

}  // namespace arcwise
