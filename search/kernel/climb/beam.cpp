#include "climb/beam.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "climb/steps.hpp"

namespace arcwise {

namespace {

// From every state that goes on, with and without moves that bring other symbols nearer: how many of the best steps are
// tried, each completed greedily until the next cell is right.
constexpr size_t ALTERNATIVES = 3;

// Primitive moves that are looked ahead, and what a symbol brought nearer by one and a move are worth in that.
constexpr int AHEAD = 6, GAIN = 3, PRICE = 2;

class Beam {
   public:
    Beam(const ClimbTask& task, const BeamRequest& request)
        : task_(task),
          request_(request),
          meter_(request.limits, request.tick),
          steps_(task, meter_),
          levels_(task.order.size() + 1) {
        if (request.width < 1) throw std::invalid_argument("a beam of no width");
        first_.standing = Standing(task, request.start);
        for (size_t number = 0; number < task.schemas.size(); ++number) {
            const BlankSchema& schema = task.schemas[number];
            if (schema.length != 1) continue;
            // A move that does more than slide a symbol into the blank's cell is not looked ahead for.
            if (schema.writes.size() == 2 && schema.tests.empty() && length_of(schema.end_of({})) == 1)
                slides_.push_back({uint16_t(number), schema.end_of({})});
        }
    }

    Climbed run() {
        hold_to_limits(climbed_, meter_, [&] { return search(); });
        climbed_.counters.expanded = meter_.expanded();
        climbed_.counters.evaluated = climbed_.counters.generated + 1;
        return std::move(climbed_);
    }

   private:
    static constexpr uint32_t NONE = UINT32_MAX;

    struct Made {
        uint16_t schema, place;
    };
    // A state with the steps that led there from one that was kept before.
    struct Candidate {
        Standing standing;
        int64_t moves = 0, left = 0;
        uint32_t parent = NONE;
        uint64_t made_as = 0;
        std::vector<Made> steps;

        int64_t value() const { return moves * ClimbTask::UNIT + left; }
        bool before(const Candidate& other) const {
            return std::pair(value(), made_as) < std::pair(other.value(), other.made_as);
        }
    };
    // Of a state that was kept: its parent, and where its steps end among all.
    struct Kept {
        uint32_t parent;
        size_t begin, end;
    };
    struct Slide {
        uint16_t schema;
        Offset way;
    };

    Status search() {
        offer(std::move(first_));
        for (size_t level = 0; level < task_.order.size(); ++level) {
            std::vector<Candidate> here = std::move(levels_[level]);
            if (here.empty()) continue;
            keep_best(here, request_.width);
            for (Candidate& one : here) go_on(one, keep(one));
            release(here.size());
        }
        std::vector<Candidate>& arrived = levels_.back();
        if (arrived.empty()) return Status::INCOMPLETE;
        auto best = std::min_element(arrived.begin(), arrived.end(),
                                     [](const Candidate& one, const Candidate& other) { return one.before(other); });
        write(keep(*best));
        return Status::SOLVED;
    }

    void go_on(const Candidate& one, uint32_t number) {
        Candidate next = child_of(one, number);
        complete_each(next);
        if (!look_ahead(next)) return;
        if (next.standing.placed > one.standing.placed)
            offer(std::move(next));
        else
            complete_each(next);
    }

    static Candidate child_of(const Candidate& one, uint32_t number) {
        Candidate child;
        child.standing = one.standing;
        child.moves = one.moves;
        child.parent = number;
        return child;
    }

    struct Choice {
        double score;
        uint16_t schema;
    };

    // Tries the best steps from a state, and completes each.
    void complete_each(const Candidate& from) {
        std::array<Choice, ALTERNATIVES> best;
        size_t count = best_steps(from, best);
        for (size_t one = 0; one < count; ++one) {
            Candidate candidate = from;
            make(candidate, best[one].schema);
            if (complete(candidate, from.standing.placed)) offer(std::move(candidate));
        }
    }

    // Climbs until one more cell is right; false in a local minimum.
    bool complete(Candidate& candidate, size_t placed) {
        std::array<Choice, 1> best;
        while (candidate.standing.placed == placed) {
            if (!best_steps(candidate, best)) return false;
            make(candidate, best[0].schema);
        }
        return true;
    }

    template <size_t MOST>
    size_t best_steps(const Candidate& from, std::array<Choice, MOST>& best) {
        meter_.count_expansion(climbed_.counters.operator_applications);
        size_t count = 0;
        steps_.each_better(from.standing, [&](const BlankSchema& schema, const Steps::Useful& way) {
            double score = steps_.score_of(schema, way, from.standing);
            if (count == MOST && score >= best[MOST - 1].score) return false;
            size_t at = count < MOST ? count++ : MOST - 1;
            for (; at > 0 && score < best[at - 1].score; --at) best[at] = best[at - 1];
            best[at] = {score, way.schema};
            return false;
        });
        return count;
    }

    void make(Candidate& candidate, uint16_t number) {
        const BlankSchema& schema = task_.schemas[number];
        candidate.steps.push_back({number, uint16_t(steps_.blank_of(candidate.standing) + schema.corner)});
        steps_.make(schema, candidate.standing);
        candidate.standing.place(task_);
        candidate.moves += schema.length;
        ++climbed_.counters.generated;
        climbed_.counters.operator_applications += uint64_t(schema.length);
    }

    // Makes moves for as long as a few of them bring symbols nearer than they cost; whether there were any.
    bool look_ahead(Candidate& candidate) {
        const size_t placed = candidate.standing.placed;
        bool any = false;
        while (candidate.standing.placed == placed) {
            worth_ = 0, best_.clear(), line_.clear();
            follow(candidate.standing, 0, {});
            for (uint16_t schema : best_)
                if (candidate.standing.placed == placed) make(candidate, schema);
            if (best_.empty()) return any;
            any = true;
        }
        return any;
    }

    void follow(Standing& standing, int gain, Offset back) {
        int depth = int(line_.size());
        if (int worth = GAIN * gain - PRICE * depth; worth > worth_) worth_ = worth, best_ = line_;
        if (depth == AHEAD || GAIN * (gain + AHEAD - depth) - PRICE * AHEAD <= worth_) return;
        meter_.count_expansion(climbed_.counters.operator_applications);
        int blank = steps_.blank_of(standing);
        Offset from = steps_.at(blank);
        for (const Slide& slide : slides_) {
            Offset to = from + slide.way;
            if (slide.way == back || to.down < 0 || to.down >= task_.rows || to.right < 0 || to.right >= task_.columns)
                continue;
            int cell = to.down * task_.columns + to.right;
            // Nor may the blank leave a cell that it alone is right in.
            if (task_.rank[size_t(cell)] < standing.placed || task_.rank[size_t(blank)] < standing.placed) continue;
            uint16_t symbol = standing.cells[size_t(cell)];
            int nearer = length_of(to - steps_.at(symbol)) - length_of(from - steps_.at(symbol));
            swap(standing, blank, cell);
            line_.push_back(slide.schema);
            follow(standing, gain + nearer, Offset{} - slide.way);
            line_.pop_back();
            swap(standing, blank, cell);
        }
    }

    static void swap(Standing& standing, int one, int other) {
        std::swap(standing.cells[size_t(one)], standing.cells[size_t(other)]);
        std::swap(standing.where[standing.cells[size_t(one)]], standing.where[standing.cells[size_t(other)]]);
    }

    // What seems left to do: the distances of all symbols that are not in place, those soon due counting more.
    int64_t left_of(const Standing& standing) const {
        if (standing.arrived(task_)) return 0;
        const int target = task_.order[standing.placed];
        const Offset focus = steps_.at(standing.where[size_t(target)]);
        int64_t left = int64_t(task_.carry) * length_of(focus - steps_.at(target));
        if (task_.approached) left += int64_t(ClimbTask::UNIT) * length_of(focus - steps_.at(steps_.blank_of(standing)));
        for (size_t rank = standing.placed + 1; rank < task_.order.size(); ++rank) {
            int symbol = task_.order[rank];
            if (symbol != task_.blank)
                left += int64_t(task_.drift[rank - standing.placed]) *
                        length_of(steps_.at(standing.where[size_t(symbol)]) - steps_.at(symbol));
        }
        return left;
    }

    void offer(Candidate&& candidate) {
        candidate.left = left_of(candidate.standing);
        candidate.made_as = ++offered_;
        std::vector<Candidate>& level = levels_[candidate.standing.placed];
        meter_.hold(int64_t(bytes_of_one()));
        level.push_back(std::move(candidate));
        if (level.size() <= 8 * size_t(request_.width)) return;
        auto most = level.begin() + 4 * std::ptrdiff_t(request_.width);
        std::nth_element(level.begin(), most, level.end(),
                         [](const Candidate& one, const Candidate& other) { return one.before(other); });
        release(size_t(level.end() - most));
        level.erase(most, level.end());
    }

    // The best, no state twice.
    void keep_best(std::vector<Candidate>& level, size_t width) {
        std::sort(level.begin(), level.end(),
                  [](const Candidate& one, const Candidate& other) { return one.before(other); });
        size_t kept = 0, alike = 0;  // from which on all have the same value
        for (size_t at = 0; at < level.size() && kept < width; ++at) {
            if (kept && level[at].value() != level[kept - 1].value()) alike = kept;
            bool known = std::any_of(level.begin() + std::ptrdiff_t(alike), level.begin() + std::ptrdiff_t(kept),
                                     [&](const Candidate& other) { return other.standing.cells == level[at].standing.cells; });
            if (known) continue;
            if (at != kept) std::swap(level[kept], level[at]);
            ++kept;
        }
        release(level.size() - kept);
        level.resize(kept);
    }

    uint32_t keep(const Candidate& one) {
        meter_.hold(int64_t(sizeof(Kept) + one.steps.size() * sizeof(Made)));
        size_t begin = made_.size();
        made_.insert(made_.end(), one.steps.begin(), one.steps.end());
        kept_.push_back({one.parent, begin, made_.size()});
        return uint32_t(kept_.size() - 1);
    }

    void write(uint32_t number) {
        std::vector<uint32_t> way;
        for (; number != NONE; number = kept_[number].parent) way.push_back(number);
        for (; !way.empty(); way.pop_back())
            for (size_t at = kept_[way.back()].begin; at < kept_[way.back()].end; ++at) {
                climbed_.numbers.push_back(made_[at].schema);
                climbed_.places.push_back(made_[at].place);
            }
    }

    size_t bytes_of_one() const { return sizeof(Candidate) + size_t(task_.cells()) * 2 * sizeof(uint16_t); }
    void release(size_t candidates) { meter_.hold(-int64_t(candidates * bytes_of_one())); }

    const ClimbTask& task_;
    const BeamRequest& request_;
    Meter meter_;
    Steps steps_;
    Candidate first_;
    std::vector<std::vector<Candidate>> levels_;  // by the number of cells that are right
    std::vector<Slide> slides_;
    std::vector<Made> made_;
    std::vector<Kept> kept_;
    uint64_t offered_ = 0;
    int worth_ = 0;
    std::vector<uint16_t> line_, best_;
    Climbed climbed_;
};

}  // namespace

Climbed beam(const ClimbTask& task, const BeamRequest& request) { return Beam(task, request).run(); }

}  // namespace arcwise
