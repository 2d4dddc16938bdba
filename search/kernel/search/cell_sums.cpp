#include "search/cell_sums.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace arcwise {

namespace {

constexpr double PARTS = 1 << 20;
constexpr size_t MOST_LANES = 64, MOST_GROWTHS = 1 << 16;

}  // namespace

CellSumChanges::CellSumChanges(const Theory& theory, const CellSum& sum, const Codes& codes)
    : values(size_t(theory.cells), nullptr) {
    for (size_t place = 0; place < sum.cells.size(); ++place)
        values[size_t(sum.cells[place])] = &sum.table[place * size_t(theory.symbols)];
    by_reads = std::all_of(sum.table.begin(), sum.table.end(), [](double value) {
        return std::abs(value) <= PARTS && value * PARTS == std::floor(value * PARTS);
    });
    size_t growths = 0;
    for (const Arc& arc : theory.arcs)
        for (const Write& write : arc.writes) growths += 2 * codes.count[size_t(write.cell)];
    by_reads = by_reads && growths <= MOST_GROWTHS && theory.plain();
    growth.reserve(by_reads ? growths : 0);
    for (const Arc& arc : theory.arcs) by_reads ? note_reads(arc, codes) : note_changes(arc);
    if (by_reads) put_side_by_side(theory, sum, codes);
}

void CellSumChanges::note_changes(const Arc& arc) {
    std::vector<int> cells;
    for (const Write& write : arc.writes)
        if (values[write.cell] && !arc.is_unsure(write.cell)) cells.push_back(write.cell);
    for (int cell : arc.unsure)
        if (values[size_t(cell)]) cells.push_back(cell);
    changed.add(cells);
}

void CellSumChanges::note_reads(const Arc& arc, const Codes& codes) {
    std::vector<int> held;  // the cells whose symbols matter
    double constant = 0;
    for (const Write& write : arc.writes) {
        const Term before = arc.term_before(write.cell);
        before >= 0 ? void(constant -= worth(write.cell, before)) : held.push_back(write.cell);
        if (write.source == Write::CONSTANT)
            constant += worth(write.cell, write.constant);
        else
            held.push_back(write.source);
    }
    std::sort(held.begin(), held.end());
    held.erase(std::unique(held.begin(), held.end()), held.end());
    const size_t begin = growth.size();
    Reads of_arc{{uint32_t(held.empty() ? 0 : held.front()), uint32_t(begin)}, uint32_t(more.size()), 0};
    growth.resize(begin + codes.count[of_arc.first.cell], 0);
    for (size_t place = 0; place < held.size(); ++place) {
        const int cell = held[place];
        if (place > 0) {
            more.push_back({uint32_t(cell), uint32_t(growth.size())});
            growth.resize(growth.size() + codes.count[size_t(cell)], 0);
        }
        double* grows = &growth[place > 0 ? more.back().growth : begin];
        const std::vector<int>& code_of = codes.of_symbol[size_t(cell)];
        const auto grow = [&](int at, int sign) {  // by what every symbol of the cell is worth in one
            if (const double* worths = values[size_t(at)])
                for (size_t symbol = 0; symbol < code_of.size(); ++symbol)
                    if (code_of[symbol] >= 0) grows[code_of[symbol]] += sign * worths[symbol];
        };
        for (const Write& write : arc.writes) {
            if (write.cell == cell) grow(cell, -1);
            if (write.source == cell) grow(write.cell, 1);
        }
    }
    for (size_t code = 0; code < codes.count[of_arc.first.cell]; ++code) growth[begin + code] += constant;
    of_arc.end = uint32_t(more.size());
    reads.push_back(of_arc);
}

void CellSumChanges::put_side_by_side(const Theory& theory, const CellSum& sum, const Codes& all) {
    const bool certain = std::all_of(theory.arcs.begin(), theory.arcs.end(),
                                     [](const Arc& arc) { return arc.condition.empty(); });
    int64_t step = 0, most = 0;
    for (double value : sum.table) {
        step = std::gcd(step, int64_t(value * PARTS));
        most = std::max(most, std::abs(int64_t(value * PARTS)));
    }
    if (!certain || theory.arcs.size() > MOST_LANES || step == 0) return;
    if (2 * most / step * theory.cells > std::numeric_limits<Change>::max()) return;
    side_by_side = true;
    unit = double(step) / PARTS;
    lanes = (theory.arcs.size() + LANES - 1) / LANES * LANES;
    size_t count = 0;
    std::vector<size_t> first_row;
    for (int cell = 0; cell < theory.cells; ++cell) {
        codes.push_back(all.count[size_t(cell)]);
        first_row.push_back(count);
        count += codes.back();
    }
    rows.resize(count * lanes);
    for (size_t arc = 0; arc < reads.size(); ++arc) {
        const auto note = [&](const Read& read) {
            for (size_t code = 0; code < codes[read.cell]; ++code)
                rows[(first_row[read.cell] + code) * lanes + arc] = Change(growth[read.growth + code] / unit);
        };
        note(reads[arc].first);
        for (uint32_t read = reads[arc].begin; read != reads[arc].end; ++read) note(more[read]);
    }
}

}  // namespace arcwise
