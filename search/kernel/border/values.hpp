// Values that cross the border between the kernel and Python.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "core/request.hpp"

namespace arcwise {

// Lists come as they are and are read by `value_of`: nanobind's own conversions may not throw, so that without memory
// they would end the process.
template <class Value>
struct Incoming {
    using Type = Value;
};
template <class Value>
struct Incoming<std::vector<Value>> {
    using Type = nanobind::typed<nanobind::sequence, typename Incoming<Value>::Type>;
};
template <class Value>
using ListOf = typename Incoming<std::vector<Value>>::Type;

template <class Value>
inline constexpr bool is_list = false;
template <class Value>
inline constexpr bool is_list<std::vector<Value>> = true;

template <class Value>
Value value_of(nanobind::handle item) {
    if constexpr (is_list<Value>) {
        Value values;
        values.reserve(nanobind::len(item));
        for (nanobind::handle each : item) values.push_back(value_of<typename Value::value_type>(each));
        return values;
    } else {
        try {
            if constexpr (std::is_arithmetic_v<Value>)
                return nanobind::cast<Value>(item);
            else
                return nanobind::cast<const Value&>(item);
        } catch (const nanobind::cast_error&) {
            throw nanobind::type_error("an item of another kind than expected");
        }
    }
}

// A shared pointer to what a Python object holds, which lives at least as long.
template <class Value>
std::shared_ptr<const Value> shared_of(nanobind::object object) {
    const Value* value = nanobind::cast<const Value*>(object);
    return {value, [object = std::move(object)](const Value*) mutable {
                nanobind::gil_scoped_acquire locked;
                object.reset();
            }};
}

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

// A state: 16 bits a cell.
inline State state_of(nanobind::bytes cells) { return numbers_of<Symbol>(cells); }

// The same of 256 symbols at most.
inline std::vector<uint8_t> cells_of(nanobind::bytes cells) {
    const State state = state_of(cells);
    for (Symbol symbol : state)
        if (symbol > UINT8_MAX) throw std::invalid_argument("more than 256 symbols");
    return {state.begin(), state.end()};
}

inline std::optional<std::string> name_of(Limit limit) {
    switch (limit) {
        case Limit::TIME:
            return "time";
        case Limit::NODES:
            return "nodes";
        case Limit::ENDLESS:
            return "infinite branch";
        case Limit::MEMORY:
            return "memory";
        case Limit::WORK:
            return "work";
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
