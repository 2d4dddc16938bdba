#include <stdexcept>

#include "batch.hpp"

namespace arcwise {

namespace {

const InstructionSet SETS[] = {
#if defined(__x86_64__)
    {"avx512",
     [] {
         return bool(__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                     __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("bmi2"));
     },
     expand_avx512},
    {"avx2", [] { return bool(__builtin_cpu_supports("avx2")); }, expand_avx2},
    {"ssse3", [] { return bool(__builtin_cpu_supports("ssse3")); }, expand_ssse3},
#elif defined(__aarch64__)
    {"neon", [] { return true; }, expand_neon},
#endif
    {"portable", [] { return true; }, expand_portable},
};

}  // namespace

std::vector<std::string> instruction_sets() {
    std::vector<std::string> names;
    for (const InstructionSet& set : SETS)
        if (set.available()) names.push_back(set.name);
    return names;
}

Expand expand_for(const std::string& name) {
    for (const InstructionSet& set : SETS)
        if (set.available() && (name.empty() || name == set.name)) return set.expand;
    throw std::invalid_argument("no such instruction set here: " + name);
}

}  // namespace arcwise
