#include "tables/macro_table.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "tables/completion.hpp"

namespace arcwise {

namespace {

class TableBuilder {
   public:
    TableBuilder(const TableMoves& moves, const TableRequest& request, Meter& meter, TableFound& found)
        : moves_(moves), request_(request), meter_(meter), found_(found), words_(moves, meter) {}

    Status run() {
        RandomGroup group(moves_.cells, moves_.closed(), random_);
        grow_words(group);
        next_ = 0;
        WordGroups groups(words_.size());
        if (moves_.home >= 0) {
            add_blank();
            groups.split(words_, moves_.home);
        }
        while (true) {
            const std::vector<int> cells = candidates(group);
            if (cells.empty()) break;
            const Choice best = best_of(cells, group, groups);
            add(best, groups);
            group = group.stabilizer(best.cell, random_);
            groups.split(words_, best.cell);
        }
        const bool complete = std::all_of(found_.columns.begin(), found_.columns.end(), [](const TableColumn& column) {
            return std::none_of(column.places.begin(), column.places.end(),
                                [&](int place) { return column.entries[size_t(place)].empty(); });
        });
        return complete ? Status::SOLVED : Status::INCOMPLETE;
    }

    void count() {
        found_.counters.expanded = meter_.expanded();
        found_.counters.generated = found_.counters.operator_applications = words_.generated();
        found_.words = words_.size();
        found_.longest = size_t(words_.longest());
    }

   private:
    struct Choice {
        int cell = -1;
        std::vector<int> orbit, shortest;
        double mean = 0;
        int longest = 0;
    };

    // The cell of which the entries are shortest on average; where there are many pairs of words, by a sample.
    Choice best_of(const std::vector<int>& cells, const RandomGroup& group, const WordGroups& groups) {
        constexpr size_t MOST_PAIRS = 200'000'000;
        size_t pairs = 0;
        for (size_t number = 0; number < groups.count(); ++number) {
            const auto members = size_t(groups.end(number) - groups.begin(number));
            pairs += members * std::min(members, size_t(moves_.cells));
        }
        const size_t stride = cells.size() > 1 ? 1 + pairs * cells.size() / MOST_PAIRS : 1;
        Choice best;
        for (int cell : cells) {
            Choice choice = choice_of(cell, group, groups, stride);
            if (best.cell < 0 || choice.mean < best.mean) best = std::move(choice);
        }
        return stride > 1 ? choice_of(best.cell, group, groups, 1) : best;
    }

    Choice choice_of(int cell, const RandomGroup& group, const WordGroups& groups, size_t stride) {
        Choice choice{cell, group.orbit(cell), {}, 0, 0};
        std::vector<int> places = choice.orbit;
        places.erase(std::find(places.begin(), places.end(), cell));
        choice.shortest = shortest_entries(words_, groups, cell, places, meter_, stride);
        double sum = 0;
        for (int place : places) {
            const int length = choice.shortest[size_t(place)];
            sum += std::min(length, 2 * words_.longest() + 8);
            choice.longest = std::max(choice.longest, length);
        }
        choice.mean = sum / double(choice.orbit.size());
        return choice;
    }

    // Whether the words make every entry, and longer ones would make none that is as short.
    bool settled(RandomGroup group) {
        const int most = 2 * words_.longest() - (request_.alternatives > 1 ? int(request_.slack) : 0);
        WordGroups groups(words_.size());
        next_ = 0;
        if (moves_.home >= 0) {
            std::vector<bool> known(static_cast<size_t>(moves_.cells));
            for (size_t number = 0; number < words_.size(); ++number)
                known[words_.goes(number)[moves_.home]] = true;
            for (int place : moves_.reached())
                if (!known[size_t(place)]) return false;
            groups.split(words_, moves_.home);
        }
        while (true) {
            const std::vector<int> cells = candidates(group);
            if (cells.empty()) return true;
            const Choice best = best_of(cells, group, groups);
            if (best.longest > most) return false;
            group = group.stabilizer(best.cell, random_);
            groups.split(words_, best.cell);
        }
    }

    void grow_words(const RandomGroup& group) {
        try {
            while (words_.may_lengthen(request_.most_words) && !settled(group) && words_.lengthen(request_.most_words)) {
            }
        } catch (const Stopped& stopped) {
            // A table of the words until then may do.
            if (stopped.limit != Limit::NODES) throw;
            found_.limit = Limit::NODES;
        }
    }

    // The first column of moves that a blank decides: shortest ways home from wherever it can be.
    void add_blank() {
        TableColumn column;
        column.cell = moves_.home;
        column.entries.resize(size_t(moves_.cells));
        for (size_t number = 1; number < words_.size(); ++number) {
            const int place = words_.goes(number)[moves_.home];
            auto& known = column.entries[size_t(place)];
            if (place == moves_.home || known.size() >= request_.alternatives) continue;
            if (!known.empty() && size_t(words_.length(number)) > known[0].word.size() + request_.slack) continue;
            const Cell* comes = words_.comes(number);
            known.push_back({moves_.undone(words_.moves(number)), {comes, comes + moves_.cells}});
        }
        const std::vector<int> reached = moves_.reached();
        for (int place : reached)
            if (place != moves_.home) column.places.push_back(place);
        found_.columns.push_back(std::move(column));
    }

    // The cells of which one is to be the next; without those that stay where an earlier one of them does.
    std::vector<int> candidates(const RandomGroup& group) {
        for (; next_ < request_.order.size(); ++next_)
            if (!group.fixes(request_.order[next_])) return {request_.order[next_++]};
        std::vector<int> cells;
        std::vector<bool> follows(static_cast<size_t>(moves_.cells));
        for (int cell = 0; cell < moves_.cells; ++cell) {
            if (follows[size_t(cell)] || group.fixes(cell)) continue;
            const std::vector<bool> fixed = group.fixed_with(cell, random_);
            for (int later = cell + 1; later < moves_.cells; ++later)
                if (fixed[size_t(later)]) follows[size_t(later)] = true;
            cells.push_back(cell);
        }
        return cells;
    }

    void add(const Choice& choice, const WordGroups& groups) {
        ColumnBuilder column(moves_, request_, choice.cell, choice.orbit);
        try {
            column.from_pairs(words_, groups, choice.shortest, meter_);
            if (column.missing()) {
                const Completion completion(moves_, words_, found_.columns, meter_);
                if (!powers_) powers_ = completion.powers();
                // Where pairs make few entries, what is made of these few is longer than conjugates of powers, and takes long.
                const bool few = 2 * column.missing() > column.column().places.size();
                completion.conjugates(column, *powers_);
                if (column.missing() || !few) {
                    completion.conjugates(column);
                    completion.products(column);
                    column.steps_from_pairs(words_, groups, meter_);
                    column.close();
                }
                if (column.missing()) completion.sifted(column, random_, 4000);
            }
        } catch (...) {
            replay(column.column());
            found_.columns.push_back(std::move(column.column()));
            throw;
        }
        replay(column.column());
        found_.columns.push_back(std::move(column.column()));
    }

    void replay(const TableColumn& column) const {
        for (int place : column.places)
            for (const TableEntry& entry : column.entries[size_t(place)]) {
                const bool right =
                    entry.goes == moves_.replayed(entry.word) && entry.goes[size_t(place)] == column.cell &&
                    std::all_of(found_.columns.begin(), found_.columns.end(), [&](const TableColumn& earlier) {
                        return entry.goes[size_t(earlier.cell)] == earlier.cell;
                    });
                if (!right) throw std::logic_error("an entry that does not do what it should");
            }
    }

    const TableMoves& moves_;
    const TableRequest& request_;
    Meter& meter_;
    TableFound& found_;
    Words words_;
    std::optional<std::vector<TableEntry>> powers_;
    std::mt19937_64 random_{1};
    size_t next_ = 0;  // of the cells whose order is given
};

}  // namespace

TableFound macro_table(const TableMoves& moves, const TableRequest& request) {
    for (int cell : request.order)
        if (cell < 0 || cell >= moves.cells) throw std::invalid_argument("an order of cells of the board");
    TableFound found;
    Meter meter(request.limits, request.tick);
    hold_to_limits(found, meter, [&] {
        TableBuilder builder(moves, request, meter, found);
        try {
            const Status status = builder.run();
            builder.count();
            return status;
        } catch (...) {
            builder.count();
            throw;
        }
    });
    return found;
}

}  // namespace arcwise
