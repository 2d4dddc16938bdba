#include "search/open_lists.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/python_random.hpp"

namespace arcwise {

namespace {

// Nodes between the one that is taken and the one whose memory is fetched ahead.
constexpr size_t LOOK_AHEAD = 4;

// Whether a value, times a denominator, is a whole number for which there may be a bucket.
bool numbers_a_bucket(double value, double denominator) {
    constexpr double MOST = 1 << 16;
    const double units = value * denominator;
    return 0 <= units && units < MOST && (denominator != 1 || units == std::floor(units));
}

std::optional<double> f_of(const std::optional<Entry>& last) { return last ? std::optional(last->f) : std::nullopt; }

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

// Least f first for whole numbers over a denominator, the oldest of equal nodes first: a queue for every f.
class Queues final : public OpenList {
   public:
    Queues(Meter& meter, double denominator) : meter_(meter), denominator_(denominator), queues_(meter) {}

    void extend(const Entries& siblings, std::optional<double>) override {
        for (const Entry& entry : siblings) put(entry);
        size_ += siblings.size();
    }
    // Only asked where values are perhaps no whole numbers.
    bool holds(const Entries& siblings) const override {
        return std::all_of(siblings.begin(), siblings.end(),
                           [&](const Entry& entry) { return numbers_a_bucket(entry.f, denominator_); });
    }
    uint32_t pop() override {
        while (!queues_[least_] || queues_[least_]->empty()) ++least_;
        Deque<uint32_t>& queue = *queues_[least_];
        last_ = {queue.front(), double(least_) / denominator_};
        queue.pop_front();
        --size_;
        return last_->node;
    }
    Entry last() const override { return *last_; }
    std::optional<double> taken() const override { return f_of(last_); }
    uint64_t size() const override { return size_; }
    void look(Vector<uint32_t>& next, size_t most) const override {
        for (size_t f = least_; f < queues_.size() && next.size() < most; ++f) {
            if (!queues_[f]) continue;
            const Deque<uint32_t>& queue = *queues_[f];
            next.insert(next.end(), queue.begin(), queue.begin() + long(std::min(most - next.size(), queue.size())));
        }
    }
    uint32_t later() const override {
        if (least_ >= queues_.size() || !queues_[least_]) return NONE;
        const Deque<uint32_t>& queue = *queues_[least_];
        return queue.size() > LOOK_AHEAD ? queue[LOOK_AHEAD] : NONE;
    }

   private:
    void put(const Entry& entry) {
        const auto f = size_t(entry.f * denominator_ + 0.5);
        while (f >= queues_.size()) queues_.emplace_back();
        if (!queues_[f]) queues_[f].emplace(meter_);
        queues_[f]->push_back(entry.node);
        least_ = std::min(least_, f);
    }

    Meter& meter_;
    const double denominator_;
    Deque<std::optional<Deque<uint32_t>>> queues_;  // by f, made when they are needed
    size_t least_ = 0;
    std::optional<Entry> last_;
    uint64_t size_ = 0;
};

// Stacks of nodes that share blocks of one cache line, of which emptied ones are used again.
class StackBlocks {
    static constexpr uint32_t EACH = 15;
    struct Block {
        uint32_t below;
        uint32_t nodes[EACH];
    };

   public:
    struct Stack {
        uint32_t top = NONE, count = 0;  // the block on top, and the nodes of all
    };
    explicit StackBlocks(Meter& meter) : blocks_(meter) {}

    void push(Stack& stack, uint32_t node) {
        const uint32_t place = stack.count++ % EACH;
        if (place == 0) add_block(stack);
        blocks_[stack.top].nodes[place] = node;
    }
    uint32_t pop(Stack& stack) {
        const uint32_t place = --stack.count % EACH;
        Block& block = blocks_[stack.top];
        if (place == 0) {
            const uint32_t emptied = stack.top;
            stack.top = block.below;
            block.below = free_;
            free_ = emptied;
        }
        return block.nodes[place];
    }
    // Adds up to `most` nodes, from the top.
    void look(const Stack& stack, Vector<uint32_t>& next, size_t most) const {
        uint32_t left = stack.count;
        for (uint32_t block = stack.top; left && most; block = blocks_[block].below)
            for (uint32_t in_block = (left - 1) % EACH + 1; in_block && most; --in_block, --left, --most)
                next.push_back(blocks_[block].nodes[in_block - 1]);
    }

   private:
    void add_block(Stack& stack) {
        uint32_t block = free_;
        if (block == NONE)
            block = blocks_.add({});
        else
            free_ = blocks_[block].below;
        blocks_[block].below = stack.top;
        stack.top = block;
    }

    ChunkedArray<Block> blocks_;
    uint32_t free_ = NONE;
};

// Least f first for whole numbers over a denominator, then the lower share of h in f where LOWER_H, then the newest: a stack
// for every pair of both.
template <bool LOWER_H>
class Stacks final : public OpenList {
   public:
    Stacks(Meter& meter, double denominator) : meter_(meter), denominator_(denominator), rows_(meter), blocks_(meter) {}

    void extend(const Entries& siblings, std::optional<double>) override {
        for (size_t place = siblings.size(); place-- > 0;) put(siblings[place]);
        size_ += siblings.size();
    }
    // A stack for every pair is only worth having while there are hardly more of them than nodes.
    bool holds(const Entries& siblings) const override {
        uint64_t more = 0;
        for (const Entry& entry : siblings) {
            if (!numbers_a_bucket(entry.f, denominator_) || !numbers_a_bucket(entry.g, denominator_)) return false;
            const auto [f, h] = place_of(entry);
            if (f >= rows_.size())
                more += f - rows_.size() + h + 1;
            else if (h >= rows_[f].stacks.size())
                more += h + 1 - rows_[f].stacks.size();
        }
        return more == 0 || stacks_ + more <= std::max(FEW_STACKS, size_);
    }
    uint32_t pop() override {
        while (rows_[least_].count == 0) ++least_;
        Row& row = rows_[least_];
        while (row.stacks[row.least].count == 0) ++row.least;
        const double g = LOWER_H ? double(least_) - double(row.least) : 0;
        last_ = {blocks_.pop(row.stacks[row.least]), double(least_) / denominator_, g / denominator_};
        --row.count;
        --size_;
        return last_->node;
    }
    Entry last() const override { return *last_; }
    std::optional<double> taken() const override { return f_of(last_); }
    uint64_t size() const override { return size_; }
    void look(Vector<uint32_t>& next, size_t most) const override {
        for (size_t f = least_; f < rows_.size() && next.size() < most; ++f)
            for (size_t h = rows_[f].least; h < rows_[f].stacks.size() && next.size() < most; ++h)
                blocks_.look(rows_[f].stacks[h], next, most - next.size());
    }

   private:
    using Stack = StackBlocks::Stack;
    struct Row {
        explicit Row(Meter& meter) : stacks(meter) {}
        Vector<Stack> stacks;  // by h
        size_t least = 0;
        uint64_t count = 0;
    };
    struct Place {
        size_t f, h;
    };
    static constexpr uint64_t FEW_STACKS = 1 << 14;

    Place place_of(const Entry& entry) const {
        const auto f = size_t(entry.f * denominator_ + 0.5);
        if constexpr (!LOWER_H) return {f, 0};
        const auto g = size_t(entry.g * denominator_ + 0.5);
        return {f, f > g ? f - g : 0};
    }
    void put(const Entry& entry) {
        const auto [f, h] = place_of(entry);
        while (f >= rows_.size()) rows_.emplace_back(meter_), ++stacks_;
        Row& row = rows_[f];
        if (h >= row.stacks.size()) {
            stacks_ += h + 1 - row.stacks.size();
            row.stacks.resize(h + 1);
        }
        blocks_.push(row.stacks[h], entry.node);
        row.least = row.count++ ? std::min(row.least, h) : h;
        least_ = std::min(least_, f);
    }

    Meter& meter_;
    const double denominator_;
    Deque<Row> rows_;  // by f
    StackBlocks blocks_;
    size_t least_ = 0;
    std::optional<Entry> last_;
    uint64_t size_ = 0, stacks_ = 0;
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
    const std::optional<Waiting>& last_waiting() const { return last_; }
    void push(const Waiting& waiting) {
        heap_.push_back(waiting);
        std::push_heap(heap_.begin(), heap_.end(), later_than);
    }

   private:
    static bool later_than(const Waiting& one, const Waiting& other) { return other.before(one); }
    Deque<Waiting> heap_;  // which never holds its memory twice, as a vector does that grows
    std::optional<Waiting> last_;  // that was taken
};

#pragma pack(push, 1)
// A whole number of a few bytes.
template <int BYTES>
class Whole {
   public:
    static constexpr double MOST = double((uint64_t(1) << 8 * BYTES) - 1);
    Whole() = default;
    explicit Whole(double whole) {
        const auto value = uint64_t(whole);
        std::memcpy(bytes_, &value, BYTES);
    }
    explicit operator double() const { return double(value()); }
    bool operator==(const Whole& other) const { return value() == other.value(); }
    bool operator<(const Whole& other) const { return value() < other.value(); }

   private:
    static_assert(std::endian::native == std::endian::little);
    uint64_t value() const {
        uint64_t value = 0;
        std::memcpy(&value, bytes_, BYTES);
        return value;
    }
    uint8_t bytes_[BYTES];
};

// What orders entries: f, or a whole number of units of it, alone;
template <class Number>
struct ByF {
    using Value = Number;
    static ByF of(Number f, Number) { return {f}; }
    bool operator==(const ByF&) const = default;
    bool before(const ByF& other) const { return f < other.f; }
    double g() const { return 0; }
    Number f;
};
// or f and the share of g in it, of which the larger comes first.
template <class Number>
struct ByFAndG {
    using Value = Number;
    static ByFAndG of(Number f, Number g) { return {f, g}; }
    bool operator==(const ByFAndG&) const = default;
    bool before(const ByFAndG& other) const { return f == other.f ? other.g_ < g_ : f < other.f; }
    double g() const { return double(g_); }
    Number f, g_;
};

template <class Key>
struct WaitingByKey {
    Key key;
    uint32_t age, node;
    bool before(const WaitingByKey& other) const { return key == other.key ? age < other.age : key.before(other.key); }
};
#pragma pack(pop)

template <class Key>
struct WaitingByAge {
    Key key;
    double age;
    uint32_t place, node;
    bool before(const WaitingByAge& other) const {
        if (!(key == other.key)) return key.before(other.key);
        if (age != other.age) return age < other.age;
        return place < other.place;
    }
};

template <class Key>
class Priority final : public Heap<WaitingByAge<Key>> {
   public:
    Priority(Ties ties, uint64_t seed, Meter& meter) : Heap<WaitingByAge<Key>>(meter), ties_(ties), random_(seed) {}

    void extend(const Entries& siblings, std::optional<double>) override {
        double age = next_age();
        for (uint32_t place = 0; place < siblings.size(); ++place) {
            const Entry& entry = siblings[place];
            this->push({Key::of(entry.f, entry.g), age, place, entry.node});
        }
    }
    std::optional<double> taken() const override {
        const auto& last = this->last_waiting();
        return last ? std::optional(last->key.f) : std::nullopt;
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

// Least f first, with few bytes an entry: a node's age is a whole number, the least of which is taken first. Holds no more
// siblings than there are ages left, nor larger keys than fit.
template <class Key>
class AgedPriority final : public Heap<WaitingByKey<Key>> {
    using Number = typename Key::Value;

   public:
    AgedPriority(bool newest, double denominator, Meter& meter)
        : Heap<WaitingByKey<Key>>(meter), newest_(newest), denominator_(denominator) {}

    void extend(const Entries& siblings, std::optional<double>) override {
        left_ -= uint32_t(siblings.size());
        uint32_t age = newest_ ? left_ : MOST - left_ - uint32_t(siblings.size());
        for (const Entry& entry : siblings)
            this->push({Key::of(number_of(entry.f), number_of(entry.g)), age++, entry.node});
    }
    bool holds(const Entries& siblings) const override {
        return siblings.size() <= left_ && std::all_of(siblings.begin(), siblings.end(), [&](auto& entry) {
                   return fits(entry.f) && fits(entry.g);
               });
    }
    Entry last() const override {
        const auto& last = *this->last_waiting();
        return {last.node, value_of(double(last.key.f)), value_of(last.key.g())};
    }
    std::optional<double> taken() const override {
        return this->last_waiting() ? std::optional(last().f) : std::nullopt;
    }

   private:
    static constexpr bool WHOLE = !std::is_floating_point_v<Number>;
    static constexpr uint32_t MOST = UINT32_MAX;
    bool fits(double value) const {
        if constexpr (WHOLE)
            return std::rint(value * denominator_) < Number::MOST;
        else
            return true;
    }
    Number number_of(double value) const { return WHOLE ? Number(std::rint(value * denominator_)) : Number(value); }
    double value_of(double number) const { return WHOLE ? number / denominator_ : number; }
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
    Entry last() const override { return open_->last(); }
    std::optional<double> taken() const override { return taken_; }

   private:
    // The newest of two with one f is put in last, so that it is taken first.
    void widen(const Entries& like) {
        Entries waiting(like.get_allocator()), one(like.get_allocator());
        while (open_->size()) {
            open_->pop();
            waiting.push_back(open_->last());
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

template <template <class> class By>
std::unique_ptr<OpenList> make_heap(Values values, Ties ties, uint64_t seed, double denominator, Meter& meter) {
    const bool newest = ties != Ties::OLDEST;
    const auto with = [&](std::unique_ptr<OpenList> small, std::unique_ptr<OpenList> large) {
        return std::make_unique<Widening>(std::move(small), std::move(large), newest);
    };
    std::unique_ptr<OpenList> heap = with(std::make_unique<AgedPriority<By<double>>>(newest, 1, meter),
                    std::make_unique<Priority<By<double>>>(ties, seed, meter));
    if (values == Values::ANY) return heap;
    return with(std::make_unique<AgedPriority<By<Whole<4>>>>(newest, denominator, meter),
                with(std::make_unique<AgedPriority<By<Whole<5>>>>(newest, denominator, meter), std::move(heap)));
}

std::unique_ptr<OpenList> make_priority(Values values, Ties ties, uint64_t seed, double denominator, Meter& meter) {
    if (ties == Ties::RANDOM) return std::make_unique<Priority<ByF<double>>>(ties, seed, meter);
    const auto heap = [&](Values values) {
        return ties == Ties::LOWER_H ? make_heap<ByFAndG>(values, ties, seed, denominator, meter)
                                     : make_heap<ByF>(values, ties, seed, denominator, meter);
    };
    if (values == Values::ANY || values == Values::WHOLE) return heap(values);
    const bool few = values == Values::FEW;
    std::unique_ptr<OpenList> buckets;
    if (ties == Ties::LOWER_H)
        buckets = std::make_unique<Stacks<true>>(meter, denominator);
    else if (ties == Ties::NEWEST)
        buckets = std::make_unique<Stacks<false>>(meter, denominator);
    else
        buckets = std::make_unique<Queues>(meter, denominator);
    if (few && ties != Ties::LOWER_H) return buckets;
    return std::make_unique<Widening>(std::move(buckets), heap(few ? Values::WHOLE : Values::ANY), ties != Ties::OLDEST);
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
