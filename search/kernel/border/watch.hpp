// Listens to the user while the kernel works without Python's lock: reports progress, notices Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <exception>
#include <optional>

#include "core/meter.hpp"

namespace arcwise {

// Called with a count now and then.
using Report = std::optional<nanobind::typed<nanobind::callable, void(uint64_t)>>;

class Watch {
   public:
    explicit Watch(Report report) : report_(std::move(report)) {}

    // What `work(tick)` returns, while Python's other threads may run; what the report raised is raised again, but for
    // Ctrl-C, which ends the work with a result.
    template <class Work>
    auto over(Work&& work) {
        auto result = [&] {
            nanobind::gil_scoped_release released;
            return work([this](uint64_t count) { return tick(count); });
        }();
        if (failure_) std::rethrow_exception(failure_);
        return result;
    }

   private:
    bool tick(uint64_t count) {
        nanobind::gil_scoped_acquire locked;
        try {
            if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
            if (report_) (*report_)(count);
            return false;
        } catch (nanobind::python_error& error) {
            if (!error.matches(PyExc_KeyboardInterrupt)) failure_ = std::current_exception();
            return true;
        }
    }

    Report report_;
    std::exception_ptr failure_;
};

}  // namespace arcwise
