// Pattern databases as a heuristic: the most of several sums of entries.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "core/evaluator.hpp"
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

        double value(uint64_t rank) const {
            if (rank == NOWHERE) return DEAD_END;
            if (space->width() == 1) return table[rank] == UNREACHED ? DEAD_END : unit * table[rank];
            const uint16_t units = reinterpret_cast<const uint16_t*>(table)[rank];
            return units == UNREACHED_WIDE ? DEAD_END : unit * units;
        }
    };

    // What the symbols of one board are to all entries.
    class Board {
       public:
        Board(const PatternSum& patterns, size_t cells) : codes_(cells), cell_of_(size_t(patterns.symbols_)) {}
        // symbol_at(cell) is what the board holds.
        template <class SymbolAt>
        const Board& read(const SymbolAt& symbol_at) {
            for (size_t cell = 0; cell < codes_.size(); ++cell) {
                codes_[cell] = AbstractSpace::Code(symbol_at(int(cell)));
                cell_of_[codes_[cell]] = AbstractSpace::Code(cell);
            }
            return *this;
        }
        uint64_t rank(const AbstractSpace& space) const { return space.rank(codes_.data(), cell_of_.data()); }

       private:
        std::vector<AbstractSpace::Code> codes_, cell_of_;
    };

    // `sums` are numbers of entries that may be added up, `symbols` how many a board may hold.
    PatternSum(std::vector<Entry> entries, std::vector<std::vector<int>> sums, int symbols)
        : entries_(std::move(entries)), sums_(std::move(sums)), symbols_(symbols) {
        for (const auto& sum : sums_)
            for (int number : sum)
                if (number < 0 || size_t(number) >= entries_.size()) throw std::invalid_argument("a sum of no entries");
    }

    PatternSum(const PatternSum&) = delete;
    PatternSum& operator=(const PatternSum&) = delete;

    bool whole(const Units& units) const override {
        return std::all_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
            return units.fit(entry.unit) && units.fit(entry.unit * (entry.space->width() == 1 ? UNREACHED : UNREACHED_WIDE));
        });
    }

    void check(const Theory& theory, const State&) const override {
        if (theory.symbols > symbols_) throw std::invalid_argument("pattern databases of another puzzle");
    }

    // h of a board; infinite where no goal can be reached.
    double estimate(const Board& board) const {
        double most = 0;
        for (const auto& sum : sums_) {
            double h = 0;
            for (int number : sum) {
                const Entry& entry = entries_[size_t(number)];
                h += entry.value(board.rank(*entry.space));
            }
            if (h == DEAD_END) return h;
            most = std::max(most, h);
        }
        return most;
    }

   private:
    std::vector<Entry> entries_;
    std::vector<std::vector<int>> sums_;
    int symbols_;
};

}  // namespace arcwise
