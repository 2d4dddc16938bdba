// Values that cross the border between the kernel and Python.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "core/request.hpp"

namespace arcwise {

// Numbers as bytes, in the machine's order; millions of them are no Python objects until someone looks.
template <class Number>
nanobind::bytes bytes_of(const std::vector<Number>& numbers) {
    return nanobind::bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number));
}

template <class Number>
std::vector<Number> numbers_of(nanobind::bytes bytes) {
    std::vector<Number> numbers(bytes.size() / sizeof(Number));
    if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(Number));
    return numbers;
}

inline std::vector<uint8_t> cells_of(nanobind::bytes cells) { return numbers_of<uint8_t>(cells); }

inline std::optional<std::string> name_of(Limit limit) {
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
    return std::nullopt;
}

inline std::string name_of(Status status) {
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
