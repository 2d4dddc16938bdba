// Open lists: in which order nodes are taken, and which are forgotten. Each is the twin of one in
// search/loops/open_list.py.
#pragma once

#include <memory>
#include <optional>

#include "core/request.hpp"
#include "core/storage.hpp"

namespace arcwise {

struct Entry {
    uint32_t node;
    double f;
    double g = 0;  // its share in f
};
using Entries = Vector<Entry>;

class OpenList {
   public:
    virtual ~OpenList() = default;
    // Puts in the successors of one expansion, in the order of the arcs, given their parent's f.
    virtual void extend(const Entries& siblings, std::optional<double> parent_f) = 0;
    // Whether it can hold them besides its own.
    virtual bool holds(const Entries&) const { return true; }
    virtual uint32_t pop() = 0;
    virtual uint64_t size() const = 0;
    // Adds up to `most` of the nodes that may be taken next, as near as is known without taking them.
    virtual void look(Vector<uint32_t>&, size_t) const {}
    // A node that will be taken soon, or NONE.
    virtual uint32_t later() const { return NONE; }
    // The node that was taken last, from a list that puts least f first.
    virtual Entry last() const { return {}; }
    // f of the node that was taken last, where the least f of all goes first: no goal is below it that f does not exceed.
    virtual std::optional<double> taken() const { return std::nullopt; }
    bool complete = true;
};

// Puts into an outcome what f its search had come to, however that ends.
class NotesBound {
   public:
    NotesBound(const OpenList& open, Outcome& outcome) : open_(open), outcome_(outcome) {}
    ~NotesBound() { outcome_.bound = open_.taken(); }
    NotesBound(const NotesBound&) = delete;
    NotesBound& operator=(const NotesBound&) = delete;

   private:
    const OpenList& open_;
    Outcome& outcome_;
};

// Least f first, in what needs least memory while every f is a whole number over the denominator.
std::unique_ptr<OpenList> make_priority(Values values, Ties ties, uint64_t seed, double denominator, Meter& meter);

// The open list of a request for any order but UNIQUE.
std::unique_ptr<OpenList> make_open(const Request& request, Values values, Meter& meter);

}  // namespace arcwise
