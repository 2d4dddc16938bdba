#include "tables/subgroup.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>

namespace arcwise {

namespace {

constexpr size_t MOST_COORDINATES = 64;
constexpr size_t MOST_STATES = 50'000;      // of a coordinate
constexpr size_t MOST_COSTS = 1'500'000;    // of two together
constexpr size_t MOST_PAIRS = 8, KEPT = 3;  // of coordinates: for which costs are found, and kept
constexpr size_t MOST_COLOURS = 5;          // of which all divisions in two are tried
constexpr size_t MOST_STEPS = 200;          // all pairs of which are looked at
constexpr size_t MOST_CANDIDATES = 4096;    // subgroups
constexpr size_t MOST_TRIED = 4;           // subgroups, the first that parts of the colouring tell apart is taken
constexpr double MOST_DIGITS = 11;         // of the arrangements of a phase
constexpr uint64_t EFFORT = 20'000;         // expansions of the second phase after one end of the first
constexpr int MOST_ORDER = 64;              // of a move whose powers are tried

std::vector<int> orbits_of(int cells, const std::vector<const Cells*>& generators) {
    std::vector<int> root(static_cast<size_t>(cells));
    std::iota(root.begin(), root.end(), 0);
    const auto find = [&](int cell) {
        while (root[size_t(cell)] != cell) cell = root[size_t(cell)] = root[size_t(root[size_t(cell)])];
        return cell;
    };
    for (const Cells* goes : generators)
        for (int cell = 0; cell < cells; ++cell) {
            const int one = find(cell), other = find((*goes)[size_t(cell)]);
            root[size_t(std::max(one, other))] = std::min(one, other);
        }
    for (int cell = 0; cell < cells; ++cell) root[size_t(cell)] = find(cell);
    return root;
}

// The decimal logarithm of the order of a group.
double digits(int cells, const std::vector<Cells>& generators) {
    std::mt19937_64 random(20261122);
    double sum = 0;
    if (generators.empty()) return sum;
    RandomGroup group(cells, generators, random);
    for (int cell = 0; cell < cells; ++cell)
        if (!group.fixes(cell)) {
            sum += std::log10(double(group.orbit(cell).size()));
            group = group.stabilizer(cell, random);
        }
    return sum;
}

// The powers of a move, as far as moves of the board make them.
struct Cycle {
    std::vector<PhaseStep> powers;  // by exponent, the first does nothing
    std::vector<int> divisors;      // of the order: of steps that may be left; 1 leaves all, the order none
};

std::vector<Cycle> cycles_of(const TableMoves& moves, const std::vector<int>& costs) {
    std::vector<Cycle> found;
    std::set<Cells> seen;
    for (int move = 0; move < moves.count(); ++move) {
        if (seen.contains(moves.goes[size_t(move)])) continue;
        Cycle cycle;
        Cells power = identity_of(moves.cells);
        do {
            cycle.powers.push_back({power, {}, INT_MAX});
            power = after(power, moves.goes[size_t(move)]);
        } while (power != cycle.powers[0].goes && cycle.powers.size() < size_t(MOST_ORDER));
        const size_t order = cycle.powers.size();
        const bool whole = power == cycle.powers[0].goes;
        if (!whole) {
            // Of a move of a high order only itself and what undoes it.
            const int back = moves.inverses[size_t(move)];
            cycle.powers.resize(1);
            for (int one : {move, back}) {
                cycle.powers.push_back({moves.goes[size_t(one)], {uint16_t(one)}, costs[size_t(one)]});
                seen.insert(moves.goes[size_t(one)]);
            }
        }
        std::vector<std::pair<size_t, int>> members;  // exponents of moves
        for (int other = 0; whole && other < moves.count(); ++other)
            for (size_t exponent = 1; exponent < order; ++exponent)
                if (moves.goes[size_t(other)] == cycle.powers[exponent].goes) {
                    members.emplace_back(exponent, other);
                    seen.insert(moves.goes[size_t(other)]);
                }
        // The cheapest word for every power, until none is improved.
        cycle.powers[0].cost = 0;
        for (bool better = whole; better;) {
            better = false;
            for (size_t at = 0; at < order; ++at)
                for (const auto& [exponent, other] : members) {
                    const PhaseStep& from = cycle.powers[at];
                    PhaseStep& to = cycle.powers[(at + exponent) % order];
                    if (from.cost == INT_MAX || from.cost + costs[size_t(other)] >= to.cost) continue;
                    Word word = from.word;
                    word.push_back(uint16_t(other));
                    to.cost = from.cost + costs[size_t(other)];
                    to.word = std::move(word);
                    better = true;
                }
        }
        cycle.divisors.push_back(1);
        for (size_t prime = 2; whole && prime < order; ++prime) {
            bool is_prime = order % prime == 0;
            for (size_t less = 2; less * less <= prime; ++less) is_prime = is_prime && prime % less != 0;
            if (is_prime) cycle.divisors.push_back(int(prime));
        }
        cycle.divisors.push_back(int(cycle.powers.size()));
        found.push_back(std::move(cycle));
    }
    return found;
}

// Which powers of every cycle are left, by divisor.
using Choice = std::vector<int>;

std::vector<Choice> choices_of(const std::vector<Cycle>& cycles) {
    const Choice all(cycles.size(), 1);
    double many = 1;
    for (const Cycle& cycle : cycles) many *= double(cycle.divisors.size());
    std::vector<Choice> found{all};
    if (many <= double(MOST_CANDIDATES)) {
        for (size_t cycle = 0; cycle < cycles.size(); ++cycle) {
            const size_t before = found.size();
            for (size_t number = 0; number < before; ++number)
                for (int divisor : cycles[cycle].divisors)
                    if (divisor != 1) {
                        found.push_back(found[number]);
                        found.back()[cycle] = divisor;
                    }
        }
        return found;
    }
    // Too many: two cycles are restricted at most, or none is left.
    for (size_t one = 0; one < cycles.size(); ++one)
        for (size_t other = one; other < cycles.size() && found.size() < MOST_CANDIDATES; ++other)
            for (int first : cycles[one].divisors)
                for (int second : cycles[other].divisors) {
                    found.push_back(all);
                    found.back()[one] = first;
                    found.back()[other] = second;
                }
    Choice none;
    for (const Cycle& cycle : cycles) none.push_back(cycle.divisors.back());
    found.push_back(std::move(none));
    return found;
}

std::vector<PhaseStep> steps_of(const std::vector<Cycle>& cycles, const Choice& choice) {
    std::vector<PhaseStep> steps;
    for (size_t cycle = 0; cycle < cycles.size(); ++cycle)
        for (size_t power = size_t(choice[cycle]); power < cycles[cycle].powers.size(); power += size_t(choice[cycle]))
            steps.push_back(cycles[cycle].powers[power]);
    return steps;
}

// Moves that are expected of a phase with so many decimal digits of arrangements, of which words of steps make more and more.
double expected_length(double many, const std::vector<PhaseStep>& steps) {
    if (many == 0) return 0;
    double low = 1, high = double(steps.size()) + 1;
    while (high - low > 1e-6) {
        const double growth = (low + high) / 2;
        double sum = 0;
        for (const PhaseStep& step : steps) sum += std::pow(growth, -step.cost);
        (sum > 1 ? low : high) = growth;
    }
    return many / std::max(1e-9, std::log10(low));
}

}  // namespace

size_t Numbering::slot_of(uint64_t key) const {
    size_t slot = key & (slots_.size() - 1);
    while (slots_[slot].first && slots_[slot].first != key) slot = (slot + 1) & (slots_.size() - 1);
    return slot;
}

uint32_t Numbering::add(uint64_t key) {
    key = key ? key : 1;
    auto& [known, number] = slots_[slot_of(key)];
    if (known) return number;
    known = key;
    const auto added = number = uint32_t(size_++);
    if (2 * size_ > slots_.size()) {
        std::vector<std::pair<uint64_t, uint32_t>> old(4 * slots_.size());
        old.swap(slots_);
        for (const auto& one : old)
            if (one.first) slots_[slot_of(one.first)] = one;
    }
    return added;
}

std::optional<uint32_t> Numbering::find(uint64_t key) const {
    const auto& [known, number] = slots_[slot_of(key ? key : 1)];
    return known ? std::optional(number) : std::nullopt;
}

uint64_t Coordinate::bit(size_t cell, Cell colour) const {
    uint64_t bits = (uint64_t(cell) << 8 | colour) + 0x9e3779b97f4a7c15;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9 + 0x2545f4914f6cdd1d;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return bits ^ (bits >> 31);
}

std::optional<Coordinate> Coordinate::of(const Cells& colours, const std::vector<PhaseStep>& steps, size_t most,
                                         Meter& meter) {
    Coordinate found;
    found.colours_ = colours;
    found.steps_ = std::max<size_t>(1, steps.size());
    for (size_t cell = 0; cell < colours.size(); ++cell)
        if (colours[cell] != ASIDE) found.support_.push_back(Cell(cell));
    const size_t width = found.support_.size();
    std::vector<size_t> place(colours.size());
    Cells start;
    uint64_t key = 0;
    for (size_t n = 0; n < width; ++n) {
        place[found.support_[n]] = n;
        start.push_back(colours[found.support_[n]]);
        key ^= found.bit(found.support_[n], start.back());
    }
    // Where each step takes the cells that are looked at.
    std::vector<Cell> to;
    for (const PhaseStep& step : steps)
        for (Cell cell : found.support_) to.push_back(Cell(place[step.goes[cell]]));
    std::vector<uint64_t> bits(width * 256);
    for (size_t n = 0; n < width; ++n)
        for (size_t colour = 0; colour < 256; ++colour) bits[n * 256 + colour] = found.bit(found.support_[n], Cell(colour));
    Cells patterns = start;
    found.numbers_.add(key);
    Cells next(width);
    for (size_t state = 0; state * width < patterns.size(); ++state) {
        meter.count_expansion();
        for (size_t step = 0; step < steps.size(); ++step) {
            key = 0;
            for (size_t n = 0; n < width; ++n) {
                const size_t cell = to[step * width + n];
                const Cell colour = patterns[state * width + n];
                next[cell] = colour;
                key ^= bits[cell * 256 + colour];
            }
            const uint32_t number = found.numbers_.add(key);
            if (number * width == patterns.size()) {
                if (number >= most) return std::nullopt;
                patterns.insert(patterns.end(), next.begin(), next.end());
            }
            found.next_.push_back(number);
        }
        if (steps.empty()) found.next_.push_back(0);
    }
    return found;
}

std::optional<uint32_t> Coordinate::number(const Cells& where) const {
    uint64_t key = 0;
    for (Cell symbol : support_) key ^= bit(where[symbol], colours_[symbol]);
    return numbers_.find(key);
}

Phase::Phase(std::vector<PhaseStep> steps, const std::vector<int>& orbits, const Cells& colours, Meter& meter)
    : steps_(std::move(steps)) {
    const size_t many = steps_.size();
    std::map<Cells, size_t> single;
    const Cells same = identity_of(int(colours.size()));
    for (size_t step = 0; step < many; ++step) single.emplace(steps_[step].goes, step);
    for (const PhaseStep& step : steps_) {
        const auto undoing = single.find(inverse_of(step.goes));
        if (undoing == single.end()) throw std::invalid_argument("a step that none undoes");
        back_.push_back(steps_[undoing->second].cost);
    }
    follows_.assign(many * many, 1);
    std::map<Cells, std::tuple<int, size_t, size_t>> pairs;
    std::vector<Cells> both;
    for (size_t one = 0; one < many; ++one)
        for (size_t other = 0; other < many; ++other) {
            both.push_back(after(steps_[one].goes, steps_[other].goes));
            const std::tuple<int, size_t, size_t> cost{steps_[one].cost + steps_[other].cost, one, other};
            const auto [known, fresh] = pairs.try_emplace(both.back(), cost);
            if (!fresh) known->second = std::min(known->second, cost);
        }
    for (size_t one = 0; one < many; ++one)
        for (size_t other = 0; other < many; ++other) {
            const Cells& goes = both[one * many + other];
            const int cost = steps_[one].cost + steps_[other].cost;
            const auto alone = single.find(goes);
            follows_[one * many + other] = goes != same &&
                                           (alone == single.end() || steps_[alone->second].cost > cost) &&
                                           pairs.at(goes) == std::tuple{cost, one, other};
        }
    find_coordinates(orbits, colours, meter);
}

bool Phase::add(std::optional<Coordinate> found) {
    if (found && std::find(coordinates_.begin(), coordinates_.end(), *found) == coordinates_.end())
        coordinates_.push_back(std::move(*found));
    return found.has_value();
}

void Phase::find_coordinates(const std::vector<int>& orbits, const Cells& colours, Meter& meter) {
    const size_t cells = colours.size();
    for (int root : std::set<int>(orbits.begin(), orbits.end())) {
        Cells own(cells, Coordinate::ASIDE);
        std::set<Cell> kinds;
        for (size_t cell = 0; cell < cells; ++cell)
            if (orbits[cell] == root) kinds.insert(own[cell] = colours[cell]);
        if (kinds.size() < 2) continue;
        if (add(Coordinate::of(own, steps_, MOST_STATES, meter))) continue;
        const std::vector<Cell> list(kinds.begin(), kinds.end());
        // Every colour as a number, by its place in the list.
        const auto part = [&](auto&& number) {
            Cells colouring = own;
            for (Cell& colour : colouring)
                if (colour != Coordinate::ASIDE)
                    colour = Cell(number(size_t(std::find(list.begin(), list.end(), colour) - list.begin())));
            return colouring;
        };
        if (list.size() <= MOST_COLOURS) {
            std::vector<size_t> divisions;
            for (size_t chosen = 1; chosen < size_t(1) << (list.size() - 1); ++chosen)
                if (add(Coordinate::of(part([&](size_t n) { return chosen >> n & 1; }), steps_, MOST_STATES, meter)))
                    divisions.push_back(chosen);
            for (size_t one = 0; one < list.size(); ++one)
                for (size_t other = 0; other < one; ++other)
                    exact_ = exact_ && std::any_of(divisions.begin(), divisions.end(), [&](size_t chosen) {
                                 return (chosen >> one & 1) != (chosen >> other & 1);
                             });
            continue;
        }
        // Some colours at a time, as many as are few enough together; all others are one.
        for (size_t first = 0, end = 0; first < list.size() && exact_; first = end) {
            std::optional<Coordinate> last;
            for (end = first; end < list.size(); ++end) {
                auto more = Coordinate::of(part([&](size_t n) { return n >= first && n <= end ? n - first + 1 : 0; }), steps_,
                                           MOST_STATES, meter);
                if (!more) break;
                last = std::move(more);
            }
            exact_ = add(std::move(last));
        }
    }
    exact_ = exact_ && coordinates_.size() <= MOST_COORDINATES;
    if (!exact_) return;
    // Costs of pairs, the largest first.
    std::vector<std::tuple<size_t, size_t, size_t>> pairs;
    for (size_t one = 0; one < coordinates_.size(); ++one)
        for (size_t other = one; other < coordinates_.size(); ++other) {
            const size_t size = coordinates_[one].size() * (one == other ? 1 : coordinates_[other].size());
            if (size <= MOST_COSTS) pairs.emplace_back(size, one, other);
        }
    std::sort(pairs.rbegin(), pairs.rend());
    std::vector<Costs> all;
    std::set<size_t> covered;
    for (const auto& [size, one, other] : pairs) {
        const bool needed = !covered.contains(one) || !covered.contains(other);
        if (!needed && (one == other || all.size() >= MOST_PAIRS)) continue;
        all.push_back(costs_of(one, other, meter));
        covered.insert({one, other});
    }
    std::stable_sort(all.begin(), all.end(), [](const Costs& one, const Costs& other) { return one.mean > other.mean; });
    covered.clear();
    for (Costs& costs : all)
        if (costs_.size() < KEPT || !covered.contains(costs.one) || !covered.contains(costs.other)) {
            covered.insert({costs.one, costs.other});
            costs_.push_back(std::move(costs));
        }
    std::set<Cell> looked_at;
    for (const Coordinate& one : coordinates_) looked_at.insert(one.cells().begin(), one.cells().end());
    cells_.assign(looked_at.begin(), looked_at.end());
}

Phase::Costs Phase::costs_of(size_t one, size_t other, Meter& meter) const {
    if (coordinates_[one].size() > coordinates_[other].size()) std::swap(one, other);
    const Coordinate &first = coordinates_[one], &then = coordinates_[other];
    // The numbers of one coordinate are rows of the table, a coordinate alone is one row. States of a row that have the same
    // cost are made at once: each step leads them into one row, which stays in the cache.
    const size_t rows = one == other ? 1 : first.size(), size = then.size();
    std::vector<uint32_t> after(steps_.size() * size);
    for (size_t step = 0; step < steps_.size(); ++step)
        for (size_t column = 0; column < size; ++column) after[step * size + column] = then.after(uint32_t(column), step);
    Costs found{one, other, std::vector<uint8_t>(rows * size, UINT8_MAX), 0};
    found.cost[0] = 0;
    std::vector<uint32_t> same(size);
    double sum = 0, many = 0;
    for (size_t cost = 0, last = 0; cost <= last; ++cost)
        for (size_t row = 0; row < rows; ++row) {
            const uint8_t* known = &found.cost[row * size];
            size_t count = 0;
            for (size_t column = 0; column < size; ++column) {
                same[count] = uint32_t(column);
                count += known[column] == cost;
            }
            if (count == 0) continue;
            sum += double(cost) * double(count);
            many += double(count);
            for (size_t n = 0; n < count; ++n) meter.count_expansion();
            for (size_t step = 0; step < steps_.size(); ++step) {
                const size_t further = cost + size_t(back_[step]);
                if (further >= UINT8_MAX) continue;
                uint8_t* to = &found.cost[rows == 1 ? 0 : first.after(uint32_t(row), step) * size];
                const uint32_t* column = &after[step * size];
                bool better = false;
                for (size_t n = 0; n < count; ++n) {
                    uint8_t& next = to[column[same[n]]];
                    if (further >= next) continue;
                    next = uint8_t(further);
                    better = true;
                }
                if (better) last = std::max(last, further);
            }
        }
    found.mean = sum / many;
    return found;
}

std::optional<Phase::Position> Phase::position(const Cells& where) const {
    Position found;
    for (const Coordinate& one : coordinates_) {
        const auto number = one.number(where);
        if (!number) return std::nullopt;
        found.push_back(*number);
    }
    return found;
}

void Phase::make(size_t step, const uint32_t* from, uint32_t* to) const {
    for (size_t n = 0; n < coordinates_.size(); ++n) to[n] = coordinates_[n].after(from[n], step);
}

int Phase::estimate(const uint32_t* position) const {
    int most = 0;
    for (const Costs& costs : costs_) {
        const size_t row = costs.one == costs.other ? 0 : position[costs.one];
        most = std::max(most, int(costs.cost[row * coordinates_[costs.other].size() + position[costs.other]]));
    }
    return most;
}

bool Phase::home(const uint32_t* position) const {
    return std::all_of(position, position + coordinates_.size(), [](uint32_t number) { return number == 0; });
}

namespace {

// A subgroup, the moves that are expected by way of it, and the decimal digits of its order.
struct Way {
    double length, order;
    std::vector<int> colours;
    Choice choice;
};

}  // namespace

std::optional<TwoPhases> TwoPhases::of(const TableMoves& moves, const std::vector<int>& costs, Meter& meter) {
    if (moves.home >= 0 || costs.size() != size_t(moves.count())) throw std::invalid_argument("moves of no blank, a cost for each");
    const auto cycles = cycles_of(moves, costs);
    const auto all = steps_of(cycles, Choice(cycles.size(), 1));
    if (all.size() > MOST_STEPS) return std::nullopt;
    const auto orbits = [&](const std::vector<PhaseStep>& steps) {
        std::vector<const Cells*> goes;
        for (const PhaseStep& step : steps) goes.push_back(&step.goes);
        return orbits_of(moves.cells, goes);
    };
    const auto size = [&](const std::vector<PhaseStep>& steps) {
        std::vector<Cells> goes;
        for (const PhaseStep& step : steps) goes.push_back(step.goes);
        return digits(moves.cells, goes);
    };
    const std::vector<int> whole = orbits(all);
    const double total = size(all);
    std::set<std::vector<int>> seen{whole};
    std::vector<Way> ways;
    for (Choice& choice : choices_of(cycles)) {
        meter.count_expansion();
        const std::vector<int> colours = orbits(steps_of(cycles, choice));
        if (!seen.insert(colours).second) continue;
        // All powers that leave the colours as they are.
        for (size_t cycle = 0; cycle < cycles.size(); ++cycle)
            for (int divisor : cycles[cycle].divisors) {
                choice[cycle] = divisor;
                if (size_t(divisor) == cycles[cycle].powers.size()) break;
                const Cells& goes = cycles[cycle].powers[size_t(divisor)].goes;
                bool kept = true;
                for (size_t cell = 0; cell < goes.size(); ++cell) kept = kept && colours[cell] == colours[goes[cell]];
                if (kept) break;
            }
        const auto left = steps_of(cycles, choice);
        const double inside = size(left);
        if (std::max(inside, total - inside) > MOST_DIGITS) continue;
        const double length = expected_length(total - inside, all) + expected_length(inside, left);
        ways.push_back({length, inside, colours, choice});
    }
    std::stable_sort(ways.begin(), ways.end(), [](const Way& one, const Way& other) { return one.length < other.length; });
    if (ways.size() > MOST_TRIED) ways.resize(MOST_TRIED);
    std::vector<PhaseStep> single;
    for (int move = 0; move < moves.count(); ++move)
        single.push_back({moves.goes[size_t(move)], {uint16_t(move)}, costs[size_t(move)]});
    for (const Way& way : ways) {
        Phase into(single, whole, Cells(way.colours.begin(), way.colours.end()), meter);
        if (!into.exact()) continue;
        Phase home(steps_of(cycles, way.choice), way.colours, identity_of(moves.cells), meter);
        if (home.exact()) return TwoPhases(total - way.order, way.order, std::move(into), std::move(home));
    }
    return std::nullopt;
}

namespace {

// Iterative deepening through both phases.
class Deepening {
   public:
    Deepening(const std::vector<Phase>& phases, const Cells& where, int below, Meter& meter, Word& best, Counters& counters)
        : into_(phases[0]), home_(phases[1]), where_(where), below_(below), meter_(meter), best_(best), counters_(counters) {
        for (const PhaseStep& step : into_.steps()) {
            bool inside = false;
            for (const PhaseStep& other : home_.steps()) inside = inside || other.goes == step.goes;
            inside_.push_back(inside);
        }
    }

    void run() {
        const auto start = into_.position(where_);
        if (!start) return;
        for (int bound = into_.estimate(start->data()); bound < below_; ++bound) {
            bound_ = bound;
            first(start->data(), 0);
        }
    }

   private:
    void first(const uint32_t* position, int cost) {
        if (cost == bound_) {
            if (into_.home(position) && (path_.empty() || !inside_[path_.back()])) second();
            return;
        }
        meter_.count_expansion();
        uint32_t next[MOST_COORDINATES];
        for (size_t step = 0; step < into_.steps().size(); ++step) {
            if (!path_.empty() && !into_.follows(path_.back(), step)) continue;
            const int further = cost + into_.steps()[step].cost;
            if (further > bound_) continue;
            into_.make(step, position, next);
            ++counters_.generated;
            if (further + into_.estimate(next) > bound_) continue;
            path_.push_back(step);
            first(next, further);
            path_.pop_back();
            if (bound_ >= below_) return;
        }
    }

    void second() {
        Cells where = where_;
        for (size_t step : path_) {
            const Cells& goes = into_.steps()[step].goes;
            for (Cell cell : home_.cells()) where[cell] = goes[where[cell]];
        }
        const auto start = home_.position(where);
        if (!start) return;
        effort_ = EFFORT;
        for (int bound = home_.estimate(start->data()); bound_ + bound < below_ && effort_ > 0; ++bound)
            if (inside(start->data(), 0, bound)) return;
    }

    bool inside(const uint32_t* position, int cost, int bound) {
        if (home_.home(position)) {
            below_ = bound_ + cost;
            best_.clear();
            for (size_t step : path_) add(into_.steps()[step]);
            for (size_t step : end_) add(home_.steps()[step]);
            end_.clear();
            return true;
        }
        meter_.count_expansion();
        if (effort_ == 0) return false;
        --effort_;
        uint32_t next[MOST_COORDINATES];
        for (size_t step = 0; step < home_.steps().size(); ++step) {
            if (!end_.empty() && !home_.follows(end_.back(), step)) continue;
            const int further = cost + home_.steps()[step].cost;
            if (further > bound) continue;
            home_.make(step, position, next);
            ++counters_.generated;
            if (further + home_.estimate(next) > bound) continue;
            end_.push_back(step);
            if (inside(next, further, bound)) return true;
            end_.pop_back();
        }
        return false;
    }

    void add(const PhaseStep& step) { best_.insert(best_.end(), step.word.begin(), step.word.end()); }

    const Phase &into_, &home_;
    const Cells& where_;
    int below_, bound_ = 0;
    Meter& meter_;
    Word& best_;
    Counters& counters_;
    std::vector<char> inside_;
    std::vector<size_t> path_, end_;
    uint64_t effort_ = 0;
};

}  // namespace

TwoPhased TwoPhases::solve(const Cells& where, int below, const Limits& limits, Tick tick) const {
    TwoPhased found;
    Meter meter(limits, std::move(tick));
    hold_to_limits(found, meter, [&] {
        Deepening(phases_, where, below, meter, found.word, found.counters).run();
        return where == identity_of(int(where.size())) || !found.word.empty() ? Status::SOLVED : Status::INCOMPLETE;
    });
    if (!found.word.empty()) found.status = Status::SOLVED;
    found.counters.expanded = meter.expanded();
    found.counters.operator_applications = found.word.size();
    return found;
}

FoundPhases two_phases(const TableMoves& moves, const std::vector<int>& costs, const Limits& limits, Tick tick) {
    FoundPhases found;
    Meter meter(limits, std::move(tick));
    hold_to_limits(found, meter, [&] {
        if (auto phases = TwoPhases::of(moves, costs, meter))
            found.phases = std::make_shared<TwoPhases>(std::move(*phases));
        return found.phases ? Status::SOLVED : Status::INCOMPLETE;
    });
    found.counters.expanded = meter.expanded();
    return found;
}

}  // namespace arcwise
