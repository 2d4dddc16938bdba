#if defined(__aarch64__)
#include <arm_neon.h>

#include "batch/one_by_one.hpp"

namespace arcwise {

namespace {

struct Vector {
    uint8x16_t cells;

    static Vector load(const uint8_t* from) { return {vld1q_u8(from)}; }
    void store(uint8_t* to) const { vst1q_u8(to, cells); }
    Vector shuffle(Vector by) const { return {vqtbl1q_u8(cells, by.cells)}; }
    Vector or_with(Vector other) const { return {vorrq_u8(cells, other.cells)}; }
    Vector and_with(Vector other) const { return {vandq_u8(cells, other.cells)}; }
    bool equals(Vector other) const { return vminvq_u8(vceqq_u8(cells, other.cells)) == 0xFF; }
};

}  // namespace

void expand_neon(const BatchArc& arc, const uint8_t* states, size_t count, uint8_t* const* out, uint32_t* made) {
    expand_by_kind<Vector>(arc, states, count, out, made);
}

}  // namespace arcwise
#endif
