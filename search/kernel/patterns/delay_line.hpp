// Waiting for memory while other work goes on.
#pragma once

#include <array>
#include <cstddef>

namespace arcwise {

// A delay line: what goes in comes out so many later, when what it needs has come from memory.
template <class Thing>
class DelayLine {
   public:
    // Puts a thing in; use(thing) is called with one that comes out, if any.
    template <class Use>
    void push(const Thing& thing, Use&& use) {
        things_[in_++ % LENGTH] = thing;
        if (in_ - out_ == LENGTH) use(things_[out_++ % LENGTH]);
    }
    template <class Use>
    void drain(Use&& use) {
        while (out_ < in_) use(things_[out_++ % LENGTH]);
    }

    bool empty() const { return in_ == out_; }

   private:
    static constexpr size_t LENGTH = 32;
    std::array<Thing, LENGTH> things_;
    size_t in_ = 0, out_ = 0;
};

}  // namespace arcwise
