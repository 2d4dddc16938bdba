#include "enumeration/enumeration.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "kinds/kinds.hpp"
#include "enumeration/bitmap_loops.hpp"
#include "enumeration/group_enumeration.hpp"
#include "enumeration/ranking.hpp"
#include "enumeration/shared_work.hpp"

namespace arcwise {

namespace {

constexpr uint32_t CHUNK = 4096;  // words between two looks at the clock
constexpr uint32_t UNREACHED = UINT8_MAX;

// ---- Enumeration of ranked states.

class RankedDistances final : public DistanceTable {
   public:
    explicit RankedDistances(std::shared_ptr<const RankedSpace> space) : space_(std::move(space)) {
        distances_.assign(size(*space_), UNREACHED);
    }

    static uint64_t size(const RankedSpace& space) {
        return uint64_t(space.planes()) * space.sequences.words * uint64_t(space.sequences.bits);
    }

    // Notes the distance of all states of a bitmap.
    void set(int plane, const uint64_t* states, uint8_t distance) {
        uint64_t bits = uint64_t(space_->sequences.bits);
        uint8_t* row = distances_.data() + uint64_t(plane) * space_->sequences.words * bits;
        for (uint32_t word = 0; word < space_->sequences.words; ++word, row += bits)
            for (uint64_t left = states[word]; left; left &= left - 1) row[__builtin_ctzll(left)] = distance;
    }

    int cells() const override { return space_->cells(); }
    int64_t distance(const State& state) const override {
        auto place = space_->place_of(state);
        if (!place) return -1;
        const Sequences& sequences = space_->sequences;
        uint64_t word = uint64_t(place->plane) * sequences.words + place->word;
        uint8_t found = distances_[word * uint64_t(sequences.bits) + place->bit];
        return found == UNREACHED ? -1 : found;
    }

    bool next(uint64_t cursor, State& state, Item& item) const override {
        while (cursor < distances_.size() && distances_[cursor] == UNREACHED) ++cursor;
        if (cursor >= distances_.size()) return false;
        uint64_t bits = uint64_t(space_->sequences.bits), words = space_->sequences.words, word = cursor / bits;
        space_->cells_of({int(word / words), uint32_t(word % words), uint32_t(cursor % bits)}, state);
        item = {cursor + 1, distances_[cursor]};
        return true;
    }

   private:
    std::shared_ptr<const RankedSpace> space_;
    std::vector<uint8_t> distances_;
};

class RankedEnumeration {
   public:
    RankedEnumeration(std::shared_ptr<const RankedSpace> space, Meter& meter, const EnumerationRequest& request)
        : space_(std::move(space)),
          meter_(meter),
          loops_(instruction_set(request.instruction_set).bitmaps),
          threads_(request.threads),
          work_(meter, request.limits),
          planes_(space_->planes()) {
        hold(space_->table_bytes());
        if (request.distances) {
            hold(RankedDistances::size(*space_));
            distances_ = std::make_shared<RankedDistances>(space_);
        }
    }

    ~RankedEnumeration() { meter_.hold(-held_); }

    void run(const State& start, Enumeration& result) {
        auto place = space_->place_of(start);
        Plane& first = planes_[place->plane];
        for (Buffer* buffer : {&first.seen, &first.front}) {
            *buffer = allocated();
            std::memset(buffer->get(), 0, space_->plane_bytes());
            (*buffer)[place->word] = uint64_t(1) << place->bit;
        }
        for (uint64_t before = 0; work_.states() > before;) {
            result.layers.push_back(work_.states() - before);
            before = work_.states();
            if (distances_) {
                if (result.layers.size() > UNREACHED) throw TooDeep();
                for (int plane = 0; plane < space_->planes(); ++plane) {
                    if (!planes_[plane].front) continue;
                    distances_->set(plane, planes_[plane].front.get(), uint8_t(result.layers.size() - 1));
                    work_.goes_on(true);
                }
            }
            expand();
        }
        result.table = distances_;
    }

    // There are more layers than a byte can tell.
    struct TooDeep {};

   private:
    using Buffer = std::unique_ptr<uint64_t[]>;
    struct Plane {
        Buffer seen, front, next;
        bool is_new = false;  // `seen` is not cleared yet
        uint64_t found = 0;
    };

    void hold(uint64_t bytes) {
        meter_.hold(int64_t(bytes));
        held_ += int64_t(bytes);
    }

    Buffer allocated() {
        if (spare_.empty()) {
            hold(space_->plane_bytes());
            return std::make_unique_for_overwrite<uint64_t[]>(space_->sequences.words);
        }
        Buffer buffer = std::move(spare_.back());
        spare_.pop_back();
        return buffer;
    }

    // Makes the next layer of the fronts.
    void expand() {
        std::vector<int> targets;
        for (int plane = 0; plane < space_->planes(); ++plane) {
            const auto& passages = space_->into(plane);
            auto active = [&](const Passage& passage) { return bool(planes_[passage.from].front); };
            if (std::none_of(passages.begin(), passages.end(), active)) continue;
            targets.push_back(plane);
            planes_[plane].next = allocated();
            planes_[plane].is_new = !planes_[plane].seen;
            if (planes_[plane].is_new) planes_[plane].seen = allocated();
        }
        fill_all(targets);
        for (Plane& plane : planes_) {
            if (plane.front) spare_.push_back(std::move(plane.front));
            if (plane.next && !plane.found) spare_.push_back(std::move(plane.next));
            plane.front = std::move(plane.next);
            plane.found = 0;
        }
    }

    void fill_all(const std::vector<int>& targets) {
        // A thread for a few kilobytes costs more than it saves.
        const bool tiny = space_->plane_bytes() * targets.size() < (1 << 18);
        work_.share_out(targets.size(), tiny ? 1 : threads_,
                        [&](size_t number, bool watching) { fill(targets[number], watching); });
    }

    // Gathers what leads to a plane; only one thread writes to it.
    void fill(int number, bool watching) {
        Plane& plane = planes_[number];
        uint64_t *next = plane.next.get(), *seen = plane.seen.get();
        uint32_t words = space_->sequences.words;
        auto in_parts = [&](uint32_t units, uint32_t step, auto&& work) {
            for (uint32_t begin = 0; begin < units; begin += step) {
                if (!work_.goes_on(watching)) return;
                work(begin, std::min(units, begin + step));
            }
        };
        in_parts(words, CHUNK, [&](uint32_t begin, uint32_t end) {
            std::fill(next + begin, next + end, 0);
            if (plane.is_new) std::fill(seen + begin, seen + end, 0);
        });
        for (const Passage& passage : space_->into(number)) {
            const Buffer& front = planes_[passage.from].front;
            if (!front) continue;
            const Shuffle& shuffle = *passage.shuffle;
            Transfer transfer{space_->sequences, passage, front.get(), next};
            in_parts(shuffle.units, std::max(1u, CHUNK / shuffle.length),
                     [&](uint32_t begin, uint32_t end) { loops_.transfer(transfer, begin, end); });
        }
        in_parts(words, CHUNK,
                 [&](uint32_t begin, uint32_t end) { plane.found += loops_.settle(next, seen, begin, end); });
        work_.add(plane.found);
    }

    std::shared_ptr<const RankedSpace> space_;
    Meter& meter_;
    const BitmapLoops loops_;
    int threads_;
    SharedWork work_;
    int64_t held_ = 0;
    std::vector<Plane> planes_;
    std::vector<Buffer> spare_;
    std::shared_ptr<RankedDistances> distances_;
};

// Bitmaps up to this size are filled without a trial.
constexpr uint64_t SMALL_BITMAP = 1 << 20;
// A trial with packed keys takes this part of the states, so a small part of the time and of the memory.
constexpr uint64_t TRIAL_PART = 64;
constexpr uint64_t MOST_TRIAL = uint64_t(1) << 24;  // states

// Where nothing is said: of a larger group its states are found one by one until memory ends.
constexpr uint64_t MOST_BITMAPS = uint64_t(1) << 33;  // bytes

class Choice {
   public:
    Choice(const Theory& theory, const EnumerationRequest& request)
        : theory_(theory),
          request_(request),
          meter_(std::make_shared<Meter>(Limits{request.limits.seconds, 0, request.limits.bytes}, request.tick)),
          most_(request.limits.nodes ? request.limits.nodes : UINT64_MAX) {}

    Enumeration run() {
        hold_to_limits(result_, *meter_, [&] {
            choose();
            return Status::SOLVED;
        });
        for (uint64_t layer : result_.layers) result_.counters.expanded += layer;
        return std::move(result_);
    }

   private:
    void choose() {
        if (request_.group && request_.representation != Representation::PACKED && by_group()) return;
        bool possible = RankedSpace::possible(theory_, request_.start);
        if (request_.representation == Representation::RANKED) {
            if (!possible) throw std::invalid_argument("these states cannot be ranked");
            return ranked(std::make_shared<RankedSpace>(theory_, request_.start));
        }
        if (!possible || request_.representation == Representation::PACKED) return packed(most_);
        auto space = std::make_shared<const RankedSpace>(theory_, request_.start);
        uint64_t bitmap = space->plane_bytes() * uint64_t(space->planes());
        // Bitmaps are for all states that the planes could hold, and few of them may be reached.
        if (bitmap > SMALL_BITMAP) {
            uint64_t trial = std::min(bitmap / TRIAL_PART, MOST_TRIAL);
            bool too_large = request_.limits.bytes && space->peak_bytes() > request_.limits.bytes;
            if (too_large || most_ <= trial) return packed(most_);
            try {
                return packed(trial);
            } catch (const Stopped& stopped) {
                if (stopped.limit != Limit::NODES) throw;
            }
        }
        ranked(std::move(space));
    }

    // Whether there was room for bitmaps of all that the group makes, and not too much of it.
    bool by_group() {
        const bool asked = request_.representation == Representation::RANKED;
        const uint64_t bitmaps = 3 * (request_.group->size() / 8);
        if (!asked && request_.limits.bytes && bitmaps > request_.limits.bytes) return false;
        if (!asked && bitmaps > MOST_BITMAPS) return false;
        begin(Representation::RANKED);
        try {
            GroupEnumeration(request_.group, request_.undoing, *meter_, request_).run(result_);
        } catch (const std::length_error&) {
            return false;
        }
        return true;
    }

    void ranked(std::shared_ptr<const RankedSpace> space) {
        begin(Representation::RANKED);
        try {
            RankedEnumeration(std::move(space), *meter_, request_).run(request_.start, result_);
        } catch (const RankedEnumeration::TooDeep&) {
            if (request_.representation == Representation::RANKED)
                throw std::invalid_argument("distances beyond 254 do not fit the table of ranked states");
            packed(most_);
        }
    }

    void packed(uint64_t most) {
        begin(Representation::PACKED);
        auto states = with_board(theory_, [&]<class Board>(std::type_identity<Board>) {
            return packed_states<Board>(theory_, request_.start, most, meter_, result_.layers);
        });
        if (request_.distances) result_.table = std::move(states);
    }

    void begin(Representation representation) {
        result_ = {};
        result_.representation = representation;
    }

    const Theory& theory_;
    const EnumerationRequest& request_;
    std::shared_ptr<Meter> meter_;
    uint64_t most_;
    Enumeration result_;
};

}  // namespace

Enumeration enumerate(const Theory& theory, const EnumerationRequest& request) { return Choice(theory, request).run(); }

}  // namespace arcwise
