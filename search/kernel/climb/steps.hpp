// The steps that lead to a better state, as climbing and the beam over it ask for them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "climb/climb.hpp"

namespace arcwise {

// A state that is stood in: what is in each cell, where each symbol is, and how many cells of the order are right.
struct Standing {
    Standing() = default;
    // Throws std::invalid_argument for cells that do not hold each symbol once.
    Standing(const ClimbTask& task, std::vector<uint16_t> cells);

    bool arrived(const ClimbTask& task) const { return placed == task.order.size(); }
    void place(const ClimbTask& task) {
        while (placed < task.order.size() && cells[task.order[placed]] == task.order[placed]) ++placed;
    }

    std::vector<uint16_t> cells, where;
    size_t placed = 0;
};

class Steps {
   public:
    // A schema that leads to a better state, by how much nearer the blank then is to the next symbol, and what it promises:
    // what it is sure to cost and to bring, and that all other symbols that it moves come nearer.
    struct Useful {
        uint16_t schema;
        int nearer;
        double promise;
    };

    Steps(const ClimbTask& task, Meter& meter);

    // Shows every schema that leads to a better state, in order, until `see(schema, useful)` says that it is enough.
    template <class See>
    void each_better(const Standing& standing, See&& see) {
        each_of(false, standing, [](const Useful&, double) { return true; }, see);
    }

    // The same by what they promise or by their order, for as long as `look(useful, promised score)` says that it is worth it.
    template <class Look, class See>
    void each_of(bool by_promise, const Standing& standing, Look&& look, See&& see) {
        int target = task_.order[standing.placed], blank = blank_of(standing);
        Offset from = at(blank), focus = at(standing.where[size_t(target)]) - from;
        const Known& known = useful(focus, at(target) - from - focus);
        double approach = task_.approached ? length_of(focus) : 0;
        for (const Useful& way : by_promise ? known.by_promise : known.list) {
            const BlankSchema& schema = task_.schemas[way.schema];
            if (!fits(schema, from)) continue;
            if (!look(way, way.promise + approach)) return;
            if (!spares_placed(schema, blank, standing) || !matches(schema, blank, standing)) continue;
            if (see(schema, way)) return;
        }
    }

    // What a step costs, and what it leaves to do as far as distances tell; as exact as in Python.
    double score_of(const BlankSchema& schema, const Useful& way, const Standing& standing) const {
        int target = task_.order[standing.placed], blank = blank_of(standing);
        Offset from = at(blank);
        int total = 0;
        for (const BlankSchema::Write& write : schema.writes) {
            int symbol = standing.cells[size_t(blank + write.source)];
            if (symbol == task_.blank && symbol != target) continue;
            Offset home = at(symbol) - from;
            int change = length_of(write.to - home) - length_of(write.from - home);
            total += change * (symbol == target ? task_.carry : task_.drift[task_.rank[size_t(symbol)] - standing.placed]);
        }
        if (task_.approached)
            total += ClimbTask::UNIT * (length_of(at(standing.where[size_t(target)]) - from) + way.nearer);
        return schema.cost + double(total) / ClimbTask::UNIT;
    }

    // Makes a step; which cells are right is for the caller to see.
    void make(const BlankSchema& schema, Standing& standing) {
        int blank = blank_of(standing);
        size_t count = schema.writes.size();
        for (size_t write = 0; write < count; ++write)
            moving_[write] = standing.cells[size_t(blank + schema.writes[write].source)];
        for (size_t write = 0; write < count; ++write) {
            int cell = blank + schema.writes[write].cell;
            standing.cells[size_t(cell)] = moving_[write];
            standing.where[moving_[write]] = uint16_t(cell);
        }
    }

    size_t bytes() const { return kept_.size() * sizeof(kept_[0]); }
    int blank_of(const Standing& standing) const { return standing.where[size_t(task_.blank)]; }
    Offset at(int cell) const { return {task_.spots[size_t(cell)].row, task_.spots[size_t(cell)].column}; }

   private:
    struct Known {
        bool made = false;
        std::vector<Useful> list, by_promise;
    };

    int width() const { return 2 * task_.reach.right + 3; }
    size_t offsets() const { return size_t(2 * task_.reach.down + 3) * size_t(width()); }
    Offset clamped(Offset way) const;
    size_t index_of(Offset way) const;
    const Known& useful(Offset focus, Offset left);
    std::vector<Useful> list_useful(Offset focus, Offset left) const;

    bool fits(const BlankSchema& schema, Offset blank) const {
        return blank.down >= schema.up && blank.down + schema.down < task_.rows && blank.right >= schema.left &&
               blank.right + schema.right < task_.columns;
    }

    bool spares_placed(const BlankSchema& schema, int blank, const Standing& standing) const {
        for (const BlankSchema::Write& write : schema.writes)
            if (task_.rank[size_t(blank + write.cell)] < standing.placed) return false;
        return true;
    }

    bool matches(const BlankSchema& schema, int blank, const Standing& standing) const {
        for (const BlankSchema::Test& test : schema.tests)
            if (standing.cells[size_t(blank + test.cell)] != test.symbol) return false;
        for (const BlankSchema::Equal& equal : schema.equals)
            if (standing.cells[size_t(blank + equal.one)] != standing.cells[size_t(blank + equal.other)]) return false;
        return true;
    }

    const ClimbTask& task_;
    Meter& meter_;
    std::vector<std::vector<Known>> kept_;
    std::vector<uint16_t> moving_;
};

}  // namespace arcwise
