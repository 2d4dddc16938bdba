// Pattern databases as a heuristic: the most of several sums of entries.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "core/heuristic.hpp"
#include "patterns/abstract_space.hpp"

namespace arcwise {

class PatternSum : public Heuristic {
   public:
    // The table's bytes belong to someone else.
    struct Entry {
        std::shared_ptr<const AbstractSpace> space;
        const uint8_t* table;
        double unit;
    };

    // `sums` are numbers of entries that may be added up.
    PatternSum(std::vector<Entry> entries, std::vector<std::vector<int>> sums)
        : entries_(std::move(entries)), sums_(std::move(sums)) {
        for (const auto& sum : sums_)
            for (int number : sum)
                if (number < 0 || size_t(number) >= entries_.size()) throw std::invalid_argument("a sum of no entries");
    }

    PatternSum(const PatternSum&) = delete;
    PatternSum& operator=(const PatternSum&) = delete;

    bool whole(double most) const override {
        return std::all_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
            return fits(entry.unit, most) && fits(entry.unit * UNREACHED, most);
        });
    }

    // h of a board, given the codes of its symbols.
    double estimate(const AbstractSpace::Code* board) const {
        double most = 0;
        for (const auto& sum : sums_) {
            double h = 0;
            for (int number : sum) {
                const Entry& entry = entries_[size_t(number)];
                const uint64_t rank = entry.space->rank(board);
                h += entry.unit * (rank == NOWHERE ? UNREACHED : entry.table[rank]);
            }
            most = std::max(most, h);
        }
        return most;
    }

   private:
    std::vector<Entry> entries_;
    std::vector<std::vector<int>> sums_;
};

}  // namespace arcwise
