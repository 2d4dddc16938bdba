// Listens to the user while the kernel works without Python's lock: reports progress, notices Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>

#include <exception>

#include "meter.hpp"

namespace arcwise {

class Watch {
   public:
    // `report` is None or a function of a count.
    explicit Watch(nanobind::object report) : report_(std::move(report)) {}

    Tick tick() {
        return [this](uint64_t count) {
            nanobind::gil_scoped_acquire locked;
            try {
                if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
                if (!report_.is_none()) report_(count);
                return false;
            } catch (nanobind::python_error& error) {
                // Ctrl-C ends a search with a result; anything else is the caller's to see.
                if (!error.matches(PyExc_KeyboardInterrupt)) failure_ = std::current_exception();
                return true;
            }
        };
    }

    void raise_what_went_wrong() const {
        if (failure_) std::rethrow_exception(failure_);
    }

   private:
    nanobind::object report_;
    std::exception_ptr failure_;
};

}  // namespace arcwise
