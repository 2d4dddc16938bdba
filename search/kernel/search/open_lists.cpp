#include "search/open_lists.hpp"

#include <algorithm>
#include <cmath>

#include "core/python_random.hpp"

namespace arcwise {

namespace {

// Nodes between the one that is taken and the one whose memory is fetched ahead.
constexpr size_t LOOK_AHEAD = 4;

class Fifo final : public OpenList {
   public:
    explicit Fifo(Meter& meter) : nodes_(meter) {}

    void extend(const Entries& siblings, std::optional<double>) override {
        for (const Entry& entry : siblings) nodes_.push_back(entry.node);
    }
    uint32_t pop() override {
        uint32_t node = nodes_.front();
        nodes_.pop_front();
        return node;
    }
    uint64_t size() const override { return nodes_.size(); }
    void look(Vector<uint32_t>& next, size_t most) const override {
        next.insert(next.end(), nodes_.begin(), nodes_.begin() + long(std::min(most, nodes_.size())));
    }
    uint32_t later() const override { return nodes_.size() > LOOK_AHEAD ? nodes_[LOOK_AHEAD] : NONE; }

   private:
    Deque<uint32_t> nodes_;
};

class Lifo final : public OpenList {
   public:
    explicit Lifo(Meter& meter) : nodes_(meter) {}

    void extend(const Entries& siblings, std::optional<double>) override {
        for (size_t place = siblings.size(); place-- > 0;) nodes_.push_back(siblings[place].node);
    }
    uint32_t pop() override {
        uint32_t node = nodes_.back();
        nodes_.pop_back();
        return node;
    }
    uint64_t size() const override { return nodes_.size(); }

   private:
    Vector<uint32_t> nodes_;
};

// Least f first for whole numbers over a denominator: a queue or a stack for every f.
template <bool NEWEST>
class Buckets final : public OpenList {
   public:
    Buckets(Meter& meter, double denominator) : meter_(meter), denominator_(denominator), buckets_(meter) {}

    void extend(const Entries& siblings, std::optional<double>) override {
        if constexpr (NEWEST) {
            for (size_t place = siblings.size(); place-- > 0;) put(siblings[place]);
        } else {
            for (const Entry& entry : siblings) put(entry);
        }
        size_ += siblings.size();
    }
    // Only asked where values are perhaps no whole numbers.
    bool holds(const Entries& siblings) const override {
        return std::all_of(siblings.begin(), siblings.end(), [&](const Entry& entry) {
            const double units = entry.f * denominator_;
            return 0 <= units && units < MOST && (denominator_ != 1 || units == std::floor(units));
        });
    }
    uint32_t pop() override {
        while (!buckets_[least_] || buckets_[least_]->empty()) ++least_;
        Deque<uint32_t>& bucket = *buckets_[least_];
        uint32_t node = NEWEST ? bucket.back() : bucket.front();
        if constexpr (NEWEST)
            bucket.pop_back();
        else
            bucket.pop_front();
        --size_;
        taken_ = double(least_) / denominator_;
        return node;
    }
    std::optional<double> taken() const override { return taken_; }
    uint64_t size() const override { return size_; }
    void look(Vector<uint32_t>& next, size_t most) const override {
        for (size_t f = least_; f < buckets_.size() && next.size() < most; ++f) {
            if (!buckets_[f]) continue;
            const Deque<uint32_t>& bucket = *buckets_[f];
            const auto some = long(std::min(most - next.size(), bucket.size()));
            if constexpr (NEWEST)
                next.insert(next.end(), bucket.rbegin(), bucket.rbegin() + some);
            else
                next.insert(next.end(), bucket.begin(), bucket.begin() + some);
        }
    }
    uint32_t later() const override {
        if (least_ >= buckets_.size() || !buckets_[least_]) return NONE;
        const Deque<uint32_t>& bucket = *buckets_[least_];
        if (bucket.size() <= LOOK_AHEAD) return NONE;
        return NEWEST ? bucket[bucket.size() - 1 - LOOK_AHEAD] : bucket[LOOK_AHEAD];
    }

   private:
    static constexpr double MOST = 1 << 16;

    void put(const Entry& entry) {
        const auto f = size_t(entry.f * denominator_ + 0.5);
        while (f >= buckets_.size()) buckets_.emplace_back();
        if (!buckets_[f]) buckets_[f].emplace(meter_);
        buckets_[f]->push_back(entry.node);
        least_ = std::min(least_, f);
    }

    Meter& meter_;
    const double denominator_;
    Deque<std::optional<Deque<uint32_t>>> buckets_;  // by f, made when they are needed
    size_t least_ = 0;
    std::optional<double> taken_;
    uint64_t size_ = 0;
};

// A heap of what waits; `before` says which of two is taken first.
template <class Waiting>
class Heap : public OpenList {
   public:
    explicit Heap(Meter& meter) : heap_(meter) {}

    uint32_t pop() override {
        std::pop_heap(heap_.begin(), heap_.end(), later_than);
        last_ = heap_.back();
        heap_.pop_back();
        return last_->node;
    }
    uint64_t size() const override { return heap_.size(); }
    void look(Vector<uint32_t>& next, size_t most) const override {
        for (size_t place = 0; place < std::min(most, heap_.size()); ++place) next.push_back(heap_[place].node);
    }

   protected:
    const std::optional<Waiting>& last() const { return last_; }
    void push(const Waiting& waiting) {
        heap_.push_back(waiting);
        std::push_heap(heap_.begin(), heap_.end(), later_than);
    }

   private:
    static bool later_than(const Waiting& one, const Waiting& other) { return other.before(one); }
    Deque<Waiting> heap_;  // which never holds its memory twice, as a vector does that grows
    std::optional<Waiting> last_;  // that was taken
};

struct WaitingByF {
    double f, age;
    uint32_t place, node;
    bool before(const WaitingByF& other) const {
        if (f != other.f) return f < other.f;
        if (age != other.age) return age < other.age;
        return place < other.place;
    }
};

class Priority final : public Heap<WaitingByF> {
   public:
    Priority(Ties ties, uint64_t seed, Meter& meter) : Heap(meter), ties_(ties), random_(seed) {}

    void extend(const Entries& siblings, std::optional<double>) override {
        double age = next_age();
        for (uint32_t place = 0; place < siblings.size(); ++place)
            push({siblings[place].f, age, place, siblings[place].node});
    }
    std::optional<double> taken() const override {
        return last() ? std::optional(last()->f) : std::nullopt;
    }

   private:
    double next_age() {
        if (ties_ == Ties::RANDOM) return random_.next();
        double age = count_++;
        return ties_ == Ties::OLDEST ? age : -age;
    }

    Ties ties_;
    PythonRandom random_;
    double count_ = 0;
};

#pragma pack(push, 1)
// A whole number below 2^40.
class FiveBytes {
   public:
    FiveBytes() = default;
    explicit FiveBytes(double whole) : low_(uint32_t(uint64_t(whole))), high_(uint8_t(uint64_t(whole) >> 32)) {}
    explicit operator double() const { return double(value()); }
    bool operator==(const FiveBytes& other) const { return value() == other.value(); }
    bool operator<(const FiveBytes& other) const { return value() < other.value(); }

   private:
    uint64_t value() const { return uint64_t(high_) << 32 | low_; }
    uint32_t low_ = 0;
    uint8_t high_ = 0;
};

// Key is f, or a whole number of units of it.
template <class Key>
struct WaitingByKey {
    Key key;
    uint32_t age, node;
    bool before(const WaitingByKey& other) const { return key == other.key ? age < other.age : key < other.key; }
};
#pragma pack(pop)

// Least f first with ages of 32 bits: 16 bytes a node, or 12 or 13 for whole numbers over a denominator, of which there
// are many.
template <class Key>
class AgedPriority final : public Heap<WaitingByKey<Key>> {
   public:
    AgedPriority(bool newest, double denominator, Meter& meter)
        : Heap<WaitingByKey<Key>>(meter), newest_(newest), denominator_(denominator) {}

    void extend(const Entries& siblings, std::optional<double>) override {
        left_ -= uint32_t(siblings.size());
        uint32_t age = newest_ ? left_ : MOST - left_ - uint32_t(siblings.size());
        for (const Entry& entry : siblings) this->push({key_of(entry), age++, entry.node});
    }
    bool holds(const Entries& siblings) const override {
        return siblings.size() <= left_ && (!WHOLE || std::all_of(siblings.begin(), siblings.end(), [&](auto& entry) {
                   return std::rint(entry.f * denominator_) < MOST_KEY;
               }));
    }
    std::optional<double> taken() const override {
        const auto& last = this->last();
        if (!last) return std::nullopt;
        return WHOLE ? double(last->key) / denominator_ : double(last->key);
    }

   private:
    static constexpr bool WHOLE = !std::is_floating_point_v<Key>;
    static constexpr uint32_t MOST = UINT32_MAX;
    // Of whole numbers.
    static constexpr double MOST_KEY = double((uint64_t(1) << 8 * (sizeof(Key) % sizeof(double))) - 1);
    Key key_of(const Entry& entry) const { return WHOLE ? Key(std::rint(entry.f * denominator_)) : Key(entry.f); }
    const bool newest_;
    const double denominator_;
    uint32_t left_ = MOST;  // ages
};

// A small one as long as it holds what it is given; from then on a larger one, in the same order.
class Widening final : public OpenList {
   public:
    Widening(std::unique_ptr<OpenList> small, std::unique_ptr<OpenList> large, bool newest)
        : open_(std::move(small)), newest_(newest), large_(std::move(large)) {}

    void extend(const Entries& siblings, std::optional<double> parent_f) override {
        if (large_ && !open_->holds(siblings)) widen(siblings);
        open_->extend(siblings, parent_f);
    }
    uint32_t pop() override {
        const uint32_t node = open_->pop();
        taken_ = open_->taken();
        return node;
    }
    uint64_t size() const override { return open_->size(); }
    void look(Vector<uint32_t>& next, size_t most) const override { open_->look(next, most); }
    uint32_t later() const override { return open_->later(); }
    std::optional<double> taken() const override { return taken_; }

   private:
    // The newest of two with one f is put in last, so that it is taken first.
    void widen(const Entries& like) {
        Entries waiting(like.get_allocator()), one(like.get_allocator());
        while (open_->size()) {
            const uint32_t node = open_->pop();
            waiting.push_back({node, *open_->taken()});
        }
        if (newest_) std::reverse(waiting.begin(), waiting.end());
        for (const Entry& entry : waiting) {
            one.assign(1, entry);
            large_->extend(one, std::nullopt);
        }
        open_ = std::move(large_);
    }

    std::unique_ptr<OpenList> open_;
    const bool newest_;
    std::unique_ptr<OpenList> large_;  // that goes on; none if it does already
    std::optional<double> taken_;
};

// Sorts entries, the nodes made first before others of the same f, and drops those beyond a beam's width.
void keep_best(Entries& entries, uint32_t width, bool& complete) {
    const auto before = [](const Entry& one, const Entry& other) {
        return one.f != other.f ? one.f < other.f : one.node < other.node;
    };
    if (entries.size() > width) {
        complete = false;
        std::nth_element(entries.begin(), entries.begin() + width, entries.end(), before);
        entries.resize(width);
    }
    std::sort(entries.begin(), entries.end(), before);
}

class LevelBeam final : public OpenList {
   public:
    LevelBeam(uint32_t width, Meter& meter) : width_(width), level_(meter), next_(meter) {}

    void extend(const Entries& siblings, std::optional<double>) override {
        next_.insert(next_.end(), siblings.begin(), siblings.end());
    }
    uint32_t pop() override {
        if (taken_ == level_.size()) {
            keep_best(next_, width_, complete);
            level_.swap(next_);
            next_.clear();
            taken_ = 0;
        }
        return level_[taken_++].node;
    }
    uint64_t size() const override { return level_.size() - taken_ + next_.size(); }
    void look(Vector<uint32_t>& next, size_t most) const override {
        for (size_t place = taken_; place < std::min(taken_ + most, level_.size()); ++place)
            next.push_back(level_[place].node);
    }

   private:
    uint32_t width_;
    size_t taken_ = 0;
    Entries level_, next_;
};

class DirectedBeam final : public OpenList {
   public:
    DirectedBeam(uint32_t width, Meter& meter) : width_(width), nodes_(meter) {}

    void extend(const Entries& siblings, std::optional<double>) override {
        Entries sorted = siblings;
        keep_best(sorted, width_, complete);
        nodes_.insert(nodes_.begin(), sorted.begin(), sorted.end());
        complete &= nodes_.size() <= width_;
        if (nodes_.size() > width_) nodes_.resize(width_);
    }
    uint32_t pop() override {
        uint32_t node = nodes_.front().node;
        nodes_.pop_front();
        return node;
    }
    uint64_t size() const override { return nodes_.size(); }

   private:
    uint32_t width_;
    Deque<Entry> nodes_;
};

class SteepestDescent final : public OpenList {
   public:
    explicit SteepestDescent(Meter& meter) : nodes_(meter) {}

    void extend(const Entries& siblings, std::optional<double> parent_f) override {
        auto best =
            std::min_element(siblings.begin(), siblings.end(), [](auto& one, auto& other) { return one.f < other.f; });
        if (best != siblings.end() && (!parent_f || best->f < *parent_f)) nodes_.push_back(best->node);
        complete &= siblings.size() == nodes_.size();
    }
    uint32_t pop() override {
        uint32_t node = nodes_.back();
        nodes_.pop_back();
        return node;
    }
    uint64_t size() const override { return nodes_.size(); }

   private:
    Vector<uint32_t> nodes_;
};

}  // namespace

std::unique_ptr<OpenList> make_priority(Values values, Ties ties, uint64_t seed, double denominator, Meter& meter) {
    if (ties == Ties::RANDOM) return std::make_unique<Priority>(ties, seed, meter);
    const bool newest = ties == Ties::NEWEST;
    const auto with = [&](std::unique_ptr<OpenList> small, std::unique_ptr<OpenList> large) {
        return std::make_unique<Widening>(std::move(small), std::move(large), newest);
    };
    const auto any = [&] {
        return with(std::make_unique<AgedPriority<double>>(newest, 1, meter),
                    std::make_unique<Priority>(ties, seed, meter));
    };
    if (values == Values::ANY) return any();
    if (values == Values::WHOLE)
        return with(std::make_unique<AgedPriority<uint32_t>>(newest, denominator, meter),
                    with(std::make_unique<AgedPriority<FiveBytes>>(newest, denominator, meter), any()));
    std::unique_ptr<OpenList> buckets;
    if (newest)
        buckets = std::make_unique<Buckets<true>>(meter, denominator);
    else
        buckets = std::make_unique<Buckets<false>>(meter, denominator);
    if (values == Values::FEW) return buckets;
    return with(std::move(buckets), any());
}

std::unique_ptr<OpenList> make_open(const Request& request, Values values, Meter& meter) {
    switch (request.order) {
        case Order::FIFO:
            return std::make_unique<Fifo>(meter);
        case Order::LIFO:
            return std::make_unique<Lifo>(meter);
        case Order::LEVEL_BEAM:
            return std::make_unique<LevelBeam>(request.width, meter);
        case Order::DIRECTED_BEAM:
            return std::make_unique<DirectedBeam>(request.width, meter);
        case Order::STEEPEST:
            return std::make_unique<SteepestDescent>(meter);
        case Order::PRIORITY:
        case Order::UNIQUE:
            break;
    }
    return make_priority(values, request.ties, request.seed, request.evaluation.denominator, meter);
}

}  // namespace arcwise
