#include "core/instruction_sets.hpp"

#include <stdexcept>

namespace arcwise {

#define ARCWISE_EXPAND(NAME) void NAME(const BatchStep&, const Nibbles*, size_t, Nibbles* const*, uint32_t*)
ARCWISE_EXPAND(expand_portable);
extern const BitmapLoops BITMAPS_PORTABLE;
#if defined(__x86_64__)
ARCWISE_EXPAND(expand_avx2);
ARCWISE_EXPAND(expand_avx512);
extern const BitmapLoops BITMAPS_AVX2;
#endif

namespace {

// The best first.
const InstructionSet SETS[] = {
#if defined(__x86_64__)
    // The loops over bitmaps took as long with AVX-512 as with AVX2.
    {"avx512",
     [] {
         return bool(__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                     __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                     __builtin_cpu_supports("bmi2"));
     },
     expand_avx512, BITMAPS_AVX2},
    {"avx2", [] { return bool(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")); }, expand_avx2,
     BITMAPS_AVX2},
#endif
    {"portable", [] { return true; }, expand_portable, BITMAPS_PORTABLE},
};

}  // namespace

std::vector<std::string> instruction_sets() {
    std::vector<std::string> names;
    for (const InstructionSet& set : SETS)
        if (set.available()) names.push_back(set.name);
    return names;
}

const InstructionSet& instruction_set(const std::string& name) {
    for (const InstructionSet& set : SETS)
        if (set.available() && (name.empty() || name == set.name)) return set;
    throw std::invalid_argument("no such instruction set here: " + name);
}

}  // namespace arcwise
