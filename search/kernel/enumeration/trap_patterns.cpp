#include "enumeration/trap_patterns.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

namespace arcwise {

namespace {

void demand(bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(what);
}

bool holds(const std::vector<int>& list, int one) { return std::find(list.begin(), list.end(), one) != list.end(); }

// Calls `see` for every choice of so many of some numbers, in order, while they stand at the end of `chosen`.
template <class See>
void each_choice(const std::vector<int>& from, size_t count, std::vector<int>& chosen, size_t begin, See&& see) {
    if (count == 0) return see();
    for (size_t at = begin; at + count <= from.size(); ++at) {
        chosen.push_back(from[at]);
        each_choice(from, count - 1, chosen, at + 1, see);
        chosen.pop_back();
    }
}

}  // namespace

// Ascending numbers as one number, and the place of each among all.
class TrapPlaces {
   public:
    static constexpr uint32_t NONE = UINT32_MAX;

    explicit TrapPlaces(uint64_t base) : base_(base) { resize(1024); }

    uint64_t key(const int* facts, size_t size) const {
        uint64_t made = 0;
        for (size_t at = 0; at < size; ++at) made = made * base_ + uint64_t(facts[at]);
        return made;
    }
    uint32_t find(uint64_t key) const {
        for (size_t at = slot(key);; at = (at + 1) & (places_.size() - 1))
            if (places_[at] == NONE || keys_[at] == key) return places_[at];
    }
    void add(uint64_t key, uint32_t place) {
        if (2 * ++count_ > places_.size()) {
            std::vector<uint64_t> keys = std::move(keys_);
            std::vector<uint32_t> places = std::move(places_);
            resize(2 * places.size());
            for (size_t at = 0; at < places.size(); ++at)
                if (places[at] != NONE) put(keys[at], places[at]);
        }
        put(key, place);
    }

   private:
    void resize(size_t size) {
        keys_.assign(size, 0);
        places_.assign(size, NONE);
    }
    size_t slot(uint64_t key) const { return size_t(key * 0x9E3779B97F4A7C15u >> 20) & (places_.size() - 1); }
    void put(uint64_t key, uint32_t place) {
        size_t at = slot(key);
        while (places_[at] != NONE) at = (at + 1) & (places_.size() - 1);
        keys_[at] = key;
        places_[at] = place;
    }

    uint64_t base_;
    std::vector<uint64_t> keys_;
    std::vector<uint32_t> places_;
    size_t count_ = 0;
};

// All that are known to be traps: single facts, pairs, and larger sets under their first fact.
class KnownTraps {
   public:
    KnownTraps(int facts, const std::vector<std::vector<int>>& sets)
        : facts_(size_t(facts)), single_(facts_), pair_(facts_), larger_(facts_) {
        for (std::vector<int> set : sets) {
            std::sort(set.begin(), set.end());
            demand(!set.empty() && set.front() >= 0 && set.back() < facts, "a trap of facts");
            const size_t first = size_t(set[0]);
            if (set.size() == 1) {
                single_[first] = true;
            } else if (set.size() == 2) {
                pair_[first].resize(facts_);
                pair_[first][size_t(set[1])] = true;
            } else {
                larger_[first].push_back(std::move(set));
            }
        }
        any_ = !sets.empty();
    }
    bool alone(int fact) const { return single_[size_t(fact)]; }
    // Whether one is among some facts, ascending.
    bool among(const std::vector<int>& facts) const {
        if (!any_) return false;
        for (auto one = facts.begin(); one != facts.end(); ++one) {
            if (single_[size_t(*one)]) return true;
            if (const auto& row = pair_[size_t(*one)]; !row.empty())
                for (auto other = one + 1; other != facts.end(); ++other)
                    if (row[size_t(*other)]) return true;
            for (const std::vector<int>& set : larger_[size_t(*one)])
                if (std::includes(facts.begin(), facts.end(), set.begin(), set.end())) return true;
        }
        return false;
    }

   private:
    size_t facts_;
    std::vector<uint8_t> single_;
    std::vector<std::vector<uint8_t>> pair_;  // by first fact; empty where it has none
    std::vector<std::vector<std::vector<int>>> larger_;
    bool any_ = false;
};

TrapFacts::TrapFacts(Facts facts, std::vector<Step> steps)
    : facts_(std::move(facts)), steps_(std::move(steps)), words_((steps_.size() + 63) / 64) {
    const size_t many = facts_.cells.size();
    const int cells = int(facts_.goal.size());
    demand(facts_.symbols.size() == many && facts_.kinds.size() == many && facts_.groups.size() == many &&
               facts_.most.size() == facts_.wanted.size(),
           "lists of one length");
    const auto fits = [](const std::vector<int>& numbers, size_t below) {
        return std::all_of(numbers.begin(), numbers.end(), [&](int one) { return one >= 0 && size_t(one) < below; });
    };
    demand(fits(facts_.cells, size_t(cells)), "facts of the board's cells");
    for (const auto& groups : facts_.groups) demand(fits(groups, facts_.most.size()), "groups that are known");
    at_.resize(size_t(cells));
    for (size_t fact = 0; fact < many; ++fact) {
        const int wants = facts_.goal[size_t(facts_.cells[fact])];
        at_[size_t(facts_.cells[fact])].push_back(int(fact));
        wanted_.push_back(wants == facts_.symbols[fact]);
        goal_cell_.push_back(wants >= 0);
    }
    std::vector<std::vector<int>> members(facts_.most.size());  // of groups whose facts exclude each other
    for (size_t fact = 0; fact < many; ++fact)
        for (int group : facts_.groups[fact])
            if (facts_.most[size_t(group)] == 1) members[size_t(group)].push_back(int(fact));
    changing_.assign(many, Bits(words_));
    ruled_out_.assign(many, Bits(words_));
    for (size_t place = 0; place < steps_.size(); ++place) {
        const Step& step = steps_[place];
        demand(fits(step.asked, many) && fits(step.left, many) && fits(step.changed, size_t(cells)) &&
                   fits(step.copied, size_t(cells)) && step.copied.size() % 2 == 0,
               "arcs of facts and cells");
        const uint64_t bit = uint64_t(1) << place % 64;
        for (int cell : step.changed)
            for (int fact : at_[size_t(cell)]) changing_[size_t(fact)][place / 64] |= bit;
        for (int asks : step.asked) {
            const auto rule_out = [&](const std::vector<int>& near) {
                for (int fact : near)
                    if (fact != asks) ruled_out_[size_t(fact)][place / 64] |= bit;
            };
            rule_out(at_[size_t(facts_.cells[size_t(asks)])]);
            for (int group : facts_.groups[size_t(asks)])
                if (facts_.most[size_t(group)] == 1) rule_out(members[size_t(group)]);
        }
    }
}

bool TrapFacts::exclude(int one, int other) const {
    if (facts_.cells[size_t(one)] == facts_.cells[size_t(other)]) return true;
    for (int group : facts_.groups[size_t(one)])
        if (facts_.most[size_t(group)] == 1 && holds(facts_.groups[size_t(other)], group)) return true;
    return false;
}

// The patterns of some kinds while arcs that lead out of them are looked for.
class TrapClosing {
   public:
    TrapClosing(const TrapFacts& told, const std::vector<int>& kinds, const std::vector<std::vector<int>>& known,
                Meter& meter)
        : told_(told), facts_(told.facts_), size_(kinds.size()), known_(told.count(), known), meter_(meter),
          places_(uint64_t(told.count())) {
        demand(std::is_sorted(kinds.begin(), kinds.end()) && size_ > 0, "kinds in order");
        uint64_t room = 1;
        for (size_t at = 0; at < size_; ++at) {
            demand(told.count() == 0 || room <= (UINT64_MAX >> 1) / uint64_t(told.count()), "patterns of fewer facts");
            room *= uint64_t(told.count());
        }
        for (int kind : kinds) {
            if (slots_.empty() || slots_.back().kind != kind) slots_.push_back({kind, 0, {}});
            ++slots_.back().count;
        }
        own_.assign(size_t(told.count()), 0);
        for (Slot& slot : slots_)
            for (int fact = 0; fact < told.count(); ++fact) {
                if (facts_.kinds[size_t(fact)] != slot.kind) continue;
                own_[size_t(fact)] = 1;
                if (!known_.alone(fact)) slot.facts.push_back(fact);
            }
    }

    TrapFacts::Closed run() {
        std::vector<int> chosen;
        make(0, chosen);
        kept_.assign(count(), 1);
        look_for_ways_out();
        drop_what_leads_there();
        TrapFacts::Closed closed;
        for (uint32_t place = 0; place < count(); ++place) {
            std::vector<int>& to = kept_[place] ? closed.kept : closed.dropped;
            to.insert(to.end(), pattern(place), pattern(place) + size_);
            if (!kept_[place]) closed.by.push_back(by_[place]);
        }
        return closed;
    }

   private:
    struct Slot {
        int kind;
        size_t count;
        std::vector<int> facts;
    };
    // An arc from a pattern, and how many patterns that it may lead to are left.
    struct Edge {
        uint32_t pattern;
        int arc;
        uint32_t left;
    };

    size_t count() const { return patterns_.size() / size_; }
    const int* pattern(uint32_t place) const { return patterns_.data() + place * size_; }

    // The patterns that may be true and that no goal fits.
    void make(size_t slot, std::vector<int>& chosen) {
        if (slot == slots_.size()) return take(chosen);
        const size_t before = chosen.size();
        each_choice(slots_[slot].facts, slots_[slot].count, chosen, 0, [&] {
            for (size_t one = before; one < chosen.size(); ++one)
                for (size_t other = 0; other < one; ++other)
                    if (told_.exclude(chosen[other], chosen[one])) return;
            make(slot + 1, chosen);
        });
    }
    void take(std::vector<int> chosen) {
        if (++looked_ % 4096 == 0) meter_.look(looked_);
        std::sort(chosen.begin(), chosen.end());
        if (!excluded_by_goal(chosen) || known_.among(chosen)) return;
        places_.add(places_.key(chosen.data(), size_), uint32_t(count()));
        patterns_.insert(patterns_.end(), chosen.begin(), chosen.end());
    }
    bool excluded_by_goal(const std::vector<int>& chosen) {
        more_.assign(facts_.most.size(), 0);
        for (int fact : chosen) {
            if (told_.wanted_[size_t(fact)]) continue;
            if (told_.goal_cell_[size_t(fact)]) return true;
            for (int group : facts_.groups[size_t(fact)])
                if (facts_.wanted[size_t(group)] + ++more_[size_t(group)] > facts_.most[size_t(group)]) return true;
        }
        return false;
    }

    void look_for_ways_out() {
        by_.assign(count(), -1);
        for (uint32_t place = 0; place < count(); ++place) {
            if (++looked_ % 1024 == 0) meter_.look(looked_);
            const int* facts = pattern(place);
            for (size_t word = 0; word < told_.words_ && by_[place] < 0; ++word) {
                uint64_t arcs = 0, out = 0;
                for (size_t at = 0; at < size_; ++at) {
                    arcs |= told_.changing_[size_t(facts[at])][word];
                    out |= told_.ruled_out_[size_t(facts[at])][word];
                }
                for (arcs &= ~out; arcs && by_[place] < 0; arcs &= arcs - 1)
                    look_at(place, int(64 * word) + std::countr_zero(arcs));
            }
            if (by_[place] >= 0) dropped_.push_back(place);
        }
        for (uint32_t place : dropped_) kept_[place] = 0;
    }

    // Notes where an arc leads from a pattern, or that it leads out.
    void look_at(uint32_t place, int arc) {
        after(pattern(place), told_.steps_[size_t(arc)]);
        if (known_.among(facts_after_)) return;
        held_.clear();
        for (int fact : facts_after_)
            if (own_[size_t(fact)]) held_.push_back(fact);
        led_.clear();
        chosen_.clear();
        each_choice(held_, size_, chosen_, 0, [&] {
            const uint32_t found = places_.find(places_.key(chosen_.data(), size_));
            if (found != TrapPlaces::NONE) led_.push_back(found);
        });
        if (led_.empty())
            by_[place] = arc;
        else if (led_.size() > 1 || led_[0] != place) {
            for (uint32_t to : led_) ways_.push_back({to, uint32_t(edges_.size())});
            edges_.push_back({place, arc, uint32_t(led_.size())});
        }
    }

    // The facts known of a state that an arc leads to from one with some facts, ascending.
    void after(const int* facts, const TrapFacts::Step& step) {
        facts_after_ = step.left;
        for (size_t at = 0; at < size_; ++at) {
            const int cell = facts_.cells[size_t(facts[at])];
            if (!holds(step.changed, cell)) facts_after_.push_back(facts[at]);
            for (size_t copy = 0; copy < step.copied.size(); copy += 2)
                if (step.copied[copy + 1] == cell)
                    for (int made : told_.at_[size_t(step.copied[copy])])
                        if (facts_.symbols[size_t(made)] == facts_.symbols[size_t(facts[at])] &&
                            facts_.kinds[size_t(made)] >= 0)
                            facts_after_.push_back(made);
        }
        std::sort(facts_after_.begin(), facts_after_.end());
        facts_after_.erase(std::unique(facts_after_.begin(), facts_after_.end()), facts_after_.end());
    }

    void drop_what_leads_there() {
        std::vector<uint32_t> begin(count() + 1), to(ways_.size());
        for (const auto& [led, edge] : ways_) ++begin[led + 1];
        for (size_t place = 0; place < count(); ++place) begin[place + 1] += begin[place];
        std::vector<uint32_t> next(begin.begin(), begin.end());
        for (const auto& [led, edge] : ways_) to[next[led]++] = edge;
        while (!dropped_.empty()) {
            const uint32_t place = dropped_.back();
            dropped_.pop_back();
            for (uint32_t way = begin[place]; way < begin[place + 1]; ++way) {
                Edge& edge = edges_[to[way]];
                if (--edge.left > 0 || !kept_[edge.pattern]) continue;
                kept_[edge.pattern] = 0;
                by_[edge.pattern] = edge.arc;
                dropped_.push_back(edge.pattern);
            }
        }
    }

    const TrapFacts& told_;
    const TrapFacts::Facts& facts_;
    const size_t size_;
    const KnownTraps known_;
    Meter& meter_;
    TrapPlaces places_;
    std::vector<Slot> slots_;
    std::vector<uint8_t> own_, kept_;
    std::vector<int> patterns_, by_, more_, facts_after_, held_, chosen_;
    std::vector<uint32_t> led_, dropped_;
    std::vector<Edge> edges_;
    std::vector<std::pair<uint32_t, uint32_t>> ways_;  // a pattern, and an edge that leads to it
    uint64_t looked_ = 0;
};

TrapFacts::Closed TrapFacts::close(const std::vector<int>& kinds, const std::vector<std::vector<int>>& known,
                                   Meter& meter) const {
    return TrapClosing(*this, kinds, known, meter).run();
}

}  // namespace arcwise
