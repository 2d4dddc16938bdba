#include "batch/one_by_one.hpp"

namespace arcwise {

namespace {

struct Vector {
    uint8_t cells[16];

    static Vector load(const uint8_t* from) {
        Vector made;
        std::memcpy(made.cells, from, 16);
        return made;
    }
    void store(uint8_t* to) const { std::memcpy(to, cells, 16); }
    Vector shuffle(const Vector& by) const {
        Vector made;
        for (int cell = 0; cell < 16; ++cell) made.cells[cell] = by.cells[cell] & 0x80 ? 0 : cells[by.cells[cell] & 15];
        return made;
    }
    Vector or_with(const Vector& other) const {
        Vector made;
        for (int cell = 0; cell < 16; ++cell) made.cells[cell] = cells[cell] | other.cells[cell];
        return made;
    }
    Vector and_with(const Vector& other) const {
        Vector made;
        for (int cell = 0; cell < 16; ++cell) made.cells[cell] = cells[cell] & other.cells[cell];
        return made;
    }
    bool equals(const Vector& other) const { return std::memcmp(cells, other.cells, 16) == 0; }
};

}  // namespace

void expand_portable(const BatchArc& arc, const uint8_t* states, size_t count, uint8_t* const* out, uint32_t* made) {
    expand_by_kind<Vector>(arc, states, count, out, made);
}

}  // namespace arcwise
