// The kernel's values as Python's.
#pragma once

#include <nanobind/nanobind.h>

#include <vector>

#include "request.hpp"

namespace arcwise {

inline std::vector<uint8_t> cells_of(nanobind::bytes cells) {
    auto* data = static_cast<const uint8_t*>(cells.data());
    return {data, data + cells.size()};
}

inline nanobind::dict counters_of(const Counters& counters) {
    nanobind::dict named;
    named["expanded"] = counters.expanded;
    named["generated"] = counters.generated;
    named["inserted"] = counters.inserted;
    named["evaluated"] = counters.evaluated;
    named["reopened"] = counters.reopened;
    named["operator_applications"] = counters.operator_applications;
    named["peak_open"] = counters.peak_open;
    named["peak_memory"] = counters.peak_memory;
    return named;
}

inline const char* name_of(Limit limit) {
    switch (limit) {
        case Limit::TIME:
            return "time";
        case Limit::NODES:
            return "nodes";
        case Limit::MEMORY:
            return "memory";
        case Limit::INTERRUPT:
            return "interrupt";
        case Limit::NONE:
            break;
    }
    return "";
}

inline const char* name_of(Status status) {
    switch (status) {
        case Status::SOLVED:
            return "solved";
        case Status::INCOMPLETE:
            return "incomplete";
        case Status::STOPPED:
            return "stopped";
        case Status::UNSOLVABLE:
            break;
    }
    return "unsolvable";
}

}  // namespace arcwise
