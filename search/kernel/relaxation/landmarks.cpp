#include "relaxation/landmarks.hpp"

#include <algorithm>
#include <bit>
#include <deque>
#include <iterator>
#include <map>
#include <set>

namespace arcwise {

namespace {

constexpr int NO_LANDMARK = -1;

// Reasonable orders are looked for with so much work, a pair or a landmark whose predecessors are joined at a time; then no more.
constexpr int64_t MOST_WORK = 1'000'000;

using Named = std::map<int, std::set<int>>;  // facts by cell

// Facts that come before each fact in every way to it, ascending and itself included.
class FactsBefore {
   public:
    using Set = Vector<int>;

    FactsBefore(const RelaxedTask& task, const std::vector<int>& start, Meter& meter)
        : sets(size_t(task.facts), Set(meter)), missing(size_t(task.needs.count())), task_(task), queued_(missing.size(), false) {
        for (int number = 0; number < task.needs.count(); ++number) missing[size_t(number)] = task.needs.size(number);
        for (int fact : start) sets[size_t(fact)].assign(1, fact);
        for (int fact : start) look_again(fact, true);
        Set needs(meter), made(meter), kept(meter);
        for (uint64_t work = 0; !queue_.empty();) {
            const int number = queue_.front();
            queue_.pop_front();
            queued_[size_t(number)] = false;
            needs.clear();
            for (const int* need = task.needs.begin(number); need != task.needs.end(number); ++need) {
                const Set& more = sets[size_t(*need)];
                made.clear();
                std::set_union(needs.begin(), needs.end(), more.begin(), more.end(), std::back_inserter(made));
                needs.swap(made);
            }
            work += needs.size() + 1;
            if (work >= 4096) {
                meter.look(looks_ += work);
                work = 0;
            }
            for (const int* fact = task.adds.begin(number); fact != task.adds.end(number); ++fact) {
                Set& set = sets[size_t(*fact)];
                const bool is_new = set.empty();
                if (is_new) {
                    set = needs;
                    const auto place = std::lower_bound(set.begin(), set.end(), *fact);
                    if (place == set.end() || *place != *fact) set.insert(place, *fact);
                } else {
                    kept.clear();
                    auto need = needs.begin();
                    for (int one : set) {
                        need = std::lower_bound(need, needs.end(), one);
                        if (one == *fact || (need != needs.end() && *need == one)) kept.push_back(one);
                    }
                    if (kept.size() == set.size()) continue;
                    set = kept;
                }
                look_again(*fact, is_new);
            }
        }
    }

    std::vector<Set> sets;     // by fact; empty where it cannot be reached
    std::vector<int> missing;  // by operator: its needs that cannot be reached

   private:
    void look_again(int fact, bool is_new) {
        for (const int* number = task_.needing.begin(fact); number != task_.needing.end(fact); ++number) {
            missing[size_t(*number)] -= is_new;
            if (missing[size_t(*number)] || queued_[size_t(*number)]) continue;
            queued_[size_t(*number)] = true;
            queue_.push_back(*number);
        }
    }

    const RelaxedTask& task_;
    std::deque<int> queue_;
    std::vector<bool> queued_;
    uint64_t looks_ = 0;
};

// Leaves of an ascending list what another one has too.
void keep_common(std::vector<int>& list, std::vector<int> other) {
    std::sort(other.begin(), other.end());
    std::erase_if(list, [&](int one) { return !std::binary_search(other.begin(), other.end(), one); });
}

std::vector<int> sorted(const NumberLists& lists, int number) {
    std::vector<int> list(lists.begin(number), lists.end(number));
    std::sort(list.begin(), list.end());
    return list;
}

}  // namespace

LandmarkCount::LandmarkCount(const RelaxedTask& task, const std::vector<int>& start, Meter& meter) {
    find(task, start, meter);
}

void LandmarkCount::find(const RelaxedTask& task, const std::vector<int>& start, Meter& meter) {
    const FactsBefore before(task, start, meter);
    std::vector<int> cell_of(size_t(task.facts), -1), facts;
    for (size_t place = 0; place < task.numbers.size(); ++place) cell_of[size_t(task.numbers[place])] = task.cells[place];
    number_.assign(size_t(task.facts), NO_LANDMARK);
    for (int fact : before.sets[RelaxedTask::GOAL])
        if (cell_of[size_t(fact)] >= 0) {
            number_[size_t(fact)] = int(facts.size());
            facts.push_back(fact);
        }
    count_ = int(facts.size());
    words_ = (facts.size() + 63) / 64;
    goals_ = true_ = none_ = Set(words_, 0);
    before_ = needed_for_ = std::vector<Set>(facts.size(), none_);
    for (int place = 0; place < count_; ++place)
        for (int fact : before.sets[size_t(facts[size_t(place)])])
            if (number_[size_t(fact)] >= 0 && number_[size_t(fact)] != place) put(before_[size_t(place)], number_[size_t(fact)]);
    std::vector<bool> holds(size_t(task.facts), false), met(facts.size(), false);
    for (int fact : start) holds[size_t(fact)] = true;
    // What all operators that may be the first to add a landmark need and add.
    std::vector<Facts> needs(facts.size()), effects(facts.size());
    for (int number = 0; number < task.needs.count(); ++number) {
        if (before.missing[size_t(number)]) continue;
        for (const int* fact = task.adds.begin(number); fact != task.adds.end(number); ++fact) {
            if (*fact == RelaxedTask::GOAL)
                for (const int* need = task.needs.begin(number); need != task.needs.end(number); ++need)
                    if (number_[size_t(*need)] >= 0) put(goals_, number_[size_t(*need)]);
            const int place = number_[size_t(*fact)];
            if (place < 0 || holds[size_t(*fact)]) continue;
            const bool again = std::any_of(task.needs.begin(number), task.needs.end(number), [&](int need) {
                const FactsBefore::Set& set = before.sets[size_t(need)];
                return std::binary_search(set.begin(), set.end(), *fact);
            });
            if (again) continue;
            if (met[size_t(place)]) {
                keep_common(needs[size_t(place)], sorted(task.needs, number));
                keep_common(effects[size_t(place)], sorted(task.adds, number));
            } else {
                met[size_t(place)] = true;
                needs[size_t(place)] = sorted(task.needs, number);
                effects[size_t(place)] = sorted(task.adds, number);
            }
        }
    }
    std::vector<Set> right_before(facts.size(), none_);
    for (int place = 0; place < count_; ++place)
        for (int need : needs[size_t(place)])
            if (const int other = number_[size_t(need)]; other >= 0) {
                put(right_before[size_t(place)], other);
                put(needed_for_[size_t(other)], place);
            }
    for (int place = 0; place < count_; ++place)
        if (holds[size_t(facts[size_t(place)])]) put(true_, place);
    add_reasonable(task, right_before, effects, facts, cell_of);
}

// Where reaching the one landmark would take the other away, as far as each operator alone shows, the one comes first.
void LandmarkCount::add_reasonable(const RelaxedTask& task, const std::vector<Set>& right_before,
                                   const std::vector<Facts>& effects, const std::vector<int>& facts,
                                   const std::vector<int>& cell_of) {
    // By landmark, in the cells that all operators name that make it, the facts that they name.
    std::vector<Named> beside(facts.size());
    std::vector<bool> made(facts.size(), false);
    for (int number = 0; number < task.needs.count(); ++number) {
        Named named;
        for (const int* fact = task.adds.begin(number); fact != task.adds.end(number); ++fact) {
            const int place = number_[size_t(*fact)];
            if (place < 0) continue;
            if (named.empty()) {
                const auto name = [&](int one) {
                    if (cell_of[size_t(one)] >= 0) named[cell_of[size_t(one)]].insert(one);
                };
                std::for_each(task.needs.begin(number), task.needs.end(number), name);
                std::for_each(task.adds.begin(number), task.adds.end(number), name);
            }
            if (!made[size_t(place)]) {
                made[size_t(place)] = true;
                beside[size_t(place)] = named;
                continue;
            }
            Named& known = beside[size_t(place)];
            for (auto entry = known.begin(); entry != known.end();) {
                const auto more = named.find(entry->first);
                if (more == named.end()) {
                    entry = known.erase(entry);
                    continue;
                }
                entry->second.insert(more->second.begin(), more->second.end());
                ++entry;
            }
        }
    }
    const auto comes_without = [&](int place, int other) {
        const int fact = facts[size_t(other)];
        const auto there = beside[size_t(place)].find(cell_of[size_t(fact)]);
        return !made[size_t(place)] || (there != beside[size_t(place)].end() && !there->second.count(fact));
    };
    const auto exclude = [&](int place, int other) {
        const int fact = facts[size_t(place)], also = facts[size_t(other)];
        if (cell_of[size_t(fact)] == cell_of[size_t(also)]) return fact != also;
        const bool both = has(true_, place) && has(true_, other);
        return !both && comes_without(place, other) && comes_without(other, place);
    };
    const auto undoes = [&](int place, int later) {
        const int fact = facts[size_t(later)];
        const Facts& own = effects[size_t(place)];
        if (std::find(own.begin(), own.end(), fact) != own.end()) return false;
        if (exclude(place, later)) return true;
        for (int one : own)
            if (one != fact && cell_of[size_t(one)] == cell_of[size_t(fact)]) return true;
        for (size_t word = 0; word < words_; ++word)
            for (uint64_t left = right_before[size_t(place)][word]; left; left &= left - 1)
                if (exclude(int(word * 64) + std::countr_zero(left), later)) return true;
        return false;
    };
    const std::vector<Set> natural = before_;
    std::vector<Set> closure = before_;
    const auto join = [&](Set& set, const Set& more) {
        for (size_t word = 0; word < words_; ++word) set[word] |= more[word];
    };
    int64_t work = 0;
    for (int place = 0; place < count_; ++place) {
        Set rivals = none_;
        if (has(goals_, place))
            rivals = goals_;
        else
            for (int later = 0; later < count_; ++later)
                if (has(needed_for_[size_t(place)], later)) join(rivals, natural[size_t(later)]);
        for (int other = 0; other < count_; ++other) {
            if (other == place || !has(rivals, other)) continue;
            if (++work > MOST_WORK) return;
            if (has(closure[size_t(other)], place) || !undoes(other, place)) continue;
            work += count_;
            put(before_[size_t(place)], other);
            Set more = closure[size_t(other)];
            put(more, other);
            for (int one = 0; one < count_; ++one)
                if (one == place || has(closure[size_t(one)], place)) join(closure[size_t(one)], more);
        }
    }
}

bool LandmarkCount::within(const Set& set, const uint64_t* other) const {
    for (size_t word = 0; word < words_; ++word)
        if (set[word] & ~other[word]) return false;
    return true;
}

int LandmarkCount::reach(const std::vector<int>& holding, const uint64_t* before, uint64_t* reached) {
    if (!before) before = none_.data();
    std::fill(true_.begin(), true_.end(), 0);
    std::copy(before, before + words_, reached);
    for (int fact : holding) {
        const int place = number_[size_t(fact)];
        if (place < 0) continue;
        put(true_, place);
        const uint64_t bit = uint64_t(1) << (place % 64);
        if (!(before[size_t(place) / 64] & bit) && within(before_[size_t(place)], before)) reached[size_t(place) / 64] |= bit;
    }
    int left = count_;
    for (size_t word = 0; word < words_; ++word) {
        left -= std::popcount(reached[word]);
        for (uint64_t gone = reached[word] & ~true_[word]; gone; gone &= gone - 1) {
            const int place = int(word * 64) + std::countr_zero(gone);
            left += has(goals_, place) || !within(needed_for_[size_t(place)], reached);
        }
    }
    return left;
}

}  // namespace arcwise
