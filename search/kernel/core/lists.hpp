// Many short lists in one piece of memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace arcwise {

template <class Value>
class Lists {
   public:
    void add(const std::vector<Value>& list) {
        values_.insert(values_.end(), list.begin(), list.end());
        ends_.push_back(uint32_t(values_.size()));
    }
    struct Span {
        const Value *first, *last;
        const Value* begin() const { return first; }
        const Value* end() const { return last; }
    };
    Span operator[](int number) const {
        return {values_.data() + ends_[size_t(number)], values_.data() + ends_[size_t(number) + 1]};
    }

   private:
    std::vector<Value> values_;
    std::vector<uint32_t> ends_{0};
};

}  // namespace arcwise
