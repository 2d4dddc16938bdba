// The numbers that Python's random.Random(seed).random() gives, so that random ties fall alike in both engines.
#pragma once

#include <cstdint>

namespace arcwise {

class PythonRandom {
   public:
    // CPython seeds the Mersenne Twister (Matsumoto and Nishimura 1998) by its array method with the seed's 32-bit
    // words.
    explicit PythonRandom(uint64_t seed) {
        uint32_t key[2] = {uint32_t(seed), uint32_t(seed >> 32)};
        int length = key[1] ? 2 : 1;
        state_[0] = 19650218u;
        for (int i = 1; i < SIZE; ++i) state_[i] = 1812433253u * (state_[i - 1] ^ (state_[i - 1] >> 30)) + uint32_t(i);
        int i = 1, j = 0;
        for (int round = SIZE; round; --round) {
            state_[i] = (state_[i] ^ ((state_[i - 1] ^ (state_[i - 1] >> 30)) * 1664525u)) + key[j] + uint32_t(j);
            if (++i >= SIZE) state_[0] = state_[SIZE - 1], i = 1;
            if (++j >= length) j = 0;
        }
        for (int round = SIZE - 1; round; --round) {
            state_[i] = (state_[i] ^ ((state_[i - 1] ^ (state_[i - 1] >> 30)) * 1566083941u)) - uint32_t(i);
            if (++i >= SIZE) state_[0] = state_[SIZE - 1], i = 1;
        }
        state_[0] = 0x80000000u;
    }

    double next() {
        uint32_t upper = word() >> 5, lower = word() >> 6;
        return (upper * 67108864.0 + lower) * (1.0 / 9007199254740992.0);
    }

   private:
    static constexpr int SIZE = 624, MIDDLE = 397;

    uint32_t word() {
        if (used_ == SIZE) {
            for (int i = 0; i < SIZE; ++i) {
                uint32_t y = (state_[i] & 0x80000000u) | (state_[(i + 1) % SIZE] & 0x7fffffffu);
                state_[i] = state_[(i + MIDDLE) % SIZE] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0);
            }
            used_ = 0;
        }
        uint32_t y = state_[used_++];
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c5680u;
        y ^= (y << 15) & 0xefc60000u;
        return y ^ (y >> 18);
    }

    uint32_t state_[SIZE];
    int used_ = SIZE;
};

}  // namespace arcwise
