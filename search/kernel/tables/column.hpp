// One column of a macro table while it is made: for every place the shortest words that bring its symbol home.
#pragma once

#include <climits>
#include <vector>

#include "tables/macro_table.hpp"
#include "tables/words.hpp"

namespace arcwise {

// The words that are still of use for the next column: in groups that take the cells of all columns before to the same
// places, each group from short to long.
class WordGroups {
   public:
    explicit WordGroups(size_t words);

    // Splits the groups by where words take a cell; those that are alone then are left out.
    void split(const Words& words, int cell);

    size_t size() const { return members_.size(); }
    size_t count() const { return ends_.size(); }
    const uint32_t* begin(size_t group) const { return members_.data() + (group ? ends_[group - 1] : 0); }
    const uint32_t* end(size_t group) const { return members_.data() + ends_[group]; }

   private:
    std::vector<uint32_t> members_;
    std::vector<size_t> ends_;
};

// How long the shortest entry from every place is, by every so many-th word and all others of its group; `UNKNOWN` where no
// two words make one.
constexpr int UNKNOWN = INT_MAX / 4;
std::vector<int> shortest_entries(const Words& words, const WordGroups& groups, int cell, const std::vector<int>& places,
                                  Meter& meter, size_t stride = 1);

class ColumnBuilder {
   public:
    ColumnBuilder(const TableMoves& moves, const TableRequest& request, int cell, const std::vector<int>& orbit);

    // Two words of a group: first one, then the other undone.
    void from_pairs(const Words& words, const WordGroups& groups, const std::vector<int>& shortest, Meter& meter);
    // The same for ways from place to place, which `close` makes entries of.
    void steps_from_pairs(const Words& words, const WordGroups& groups, Meter& meter);
    // A word that leaves the cells of the columns before alone, and its inverse, as far as they are better than what is there.
    void offer(Word word);
    void offer(Word word, const Cells& goes);
    // Entries that are made of ways from place to place, where there is none or a longer one.
    void close();

    // Whether a word of a length that goes from a place to the cell would be kept, or its inverse.
    bool wants(int place, size_t length) const { return useful(place, length); }
    // No longer word would be kept for any place.
    size_t longest_wanted() const;
    size_t missing() const;
    const TableColumn& column() const { return column_; }
    TableColumn& column() { return column_; }

   private:
    // The shortest word known from one place to another that leaves the columns before alone.
    struct Step {
        bool known = false;
        Word word;
    };

    bool useful(int place, size_t length) const;
    void insert(int place, Word word, Cells goes);
    void shorten(Step& step, const Word& word, bool undone);

    const TableMoves& moves_;
    const TableRequest& request_;
    TableColumn column_;
    std::vector<Step> steps_;  // from every cell to every other
};

}  // namespace arcwise
