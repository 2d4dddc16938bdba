// Arithmetic as logic/prover/arithmetic.py has it, of whole numbers of 61 bits and of floats. What is larger, has no value, or
// is no number is left to that one.
#include <cmath>
#include <numbers>
#include <numeric>

#include "logic/machine.hpp"

namespace arcwise::logic {

namespace {

constexpr int64_t EXACT = int64_t(1) << 53;  // whole numbers up to here are floats
constexpr uint32_t DEEP = 2000;              // levels of an expression

[[noreturn]] void no_value() { throw Unable{"an expression without a value, or with a very large one"}; }

Number whole(int64_t value) {
    if (!fits(value)) no_value();
    return {false, value, 0};
}
Number whole(bool overflow, int64_t value) {
    if (overflow) no_value();
    return whole(value);
}
Number real(double value) {
    if (!std::isfinite(value)) no_value();
    return {true, 0, value};
}
double float_from(Number number) { return number.real ? number.value : double(number.whole); }
int64_t whole_from(Number number) {
    if (number.real) no_value();
    return number.whole;
}
Number whole_of_float(double value) {
    if (!(std::fabs(value) < double(MOST))) no_value();
    return whole(int64_t(value));
}

// Of whole numbers, by +, - or *.
Number combined(Function function, int64_t one, int64_t other) {
    int64_t result;
    const bool overflow = function == Function::ADD        ? __builtin_add_overflow(one, other, &result)
                          : function == Function::SUBTRACT ? __builtin_sub_overflow(one, other, &result)
                                                           : __builtin_mul_overflow(one, other, &result);
    return whole(overflow, result);
}

int64_t truncated(int64_t one, int64_t other) {
    if (other == 0) no_value();
    return one / other;
}
int64_t floored(int64_t one, int64_t other) {
    const int64_t quotient = truncated(one, other);
    return quotient - (one % other != 0 && (one < 0) != (other < 0));
}

Number power(Number one, Number other) {
    if (other.real ? other.value == 0 : other.whole == 0) return whole(1);
    if (!one.real && one.whole == 1) return one;
    if (!one.real && one.whole == 0 && other.real && other.value > 0) return one;
    if (one.real || other.real) return real(std::pow(float_from(one), float_from(other)));
    int64_t base = one.whole, exponent = other.whole;
    if (exponent < 0) {
        if (base == 1 || base == -1) return whole(exponent % 2 ? base : 1);
        return real(std::pow(double(base), double(exponent)));
    }
    int64_t result = 1;
    while (exponent > 0) {
        if (exponent & 1 && __builtin_mul_overflow(result, base, &result)) no_value();
        exponent >>= 1;
        if (exponent && __builtin_mul_overflow(base, base, &base)) no_value();
    }
    return whole(result);
}

Number shifted(int64_t one, int64_t places) {
    if (places < 0) return whole(one >> std::min<int64_t>(-places, 63));
    if (places >= 60) no_value();
    int64_t result;
    const bool overflow = __builtin_mul_overflow(one, int64_t(1) << places, &result);
    return whole(overflow, result);
}

double logarithm(Number number) { return real(std::log(float_from(number))).value; }

Number rounded(Number number) {
    if (!number.real) return number;
    const double up = std::floor(std::fabs(number.value) + 0.5);
    return whole_of_float(number.value >= 0 ? up : -up);
}

}  // namespace

int order_of(Number one, Number other) {
    if (!one.real && !other.real) return one.whole < other.whole ? -1 : one.whole > other.whole;
    for (const Number& each : {one, other})
        if (!each.real && (each.whole > EXACT || each.whole < -EXACT)) no_value();
    const double left = float_from(one), right = float_from(other);
    return left < right ? -1 : left > right;
}

Number computed(Function function, const Number* values) {
    const Number one = values[0], other = values[1];
    const bool floats = one.real || other.real;
    switch (function) {
        case Function::PI:
            return real(std::numbers::pi);
        case Function::E:
            return real(std::numbers::e);
        case Function::INF:
            return {true, 0, std::numeric_limits<double>::infinity()};
        case Function::MAX_TAGGED:
            return whole(MOST);
        case Function::EPSILON:
            return real(std::numeric_limits<double>::epsilon());
        case Function::ADD:
            if (floats) return real(float_from(one) + float_from(other));
            return combined(function, one.whole, other.whole);
        case Function::SUBTRACT:
            if (floats) return real(float_from(one) - float_from(other));
            return combined(function, one.whole, other.whole);
        case Function::MULTIPLY:
            if (floats) return real(float_from(one) * float_from(other));
            return combined(function, one.whole, other.whole);
        case Function::DIVIDE:
            if (!floats && other.whole != 0 && one.whole % other.whole == 0) return whole(one.whole / other.whole);
            if (!floats && std::max(std::abs(one.whole), std::abs(other.whole)) > EXACT) no_value();
            return real(float_from(one) / float_from(other));
        case Function::TRUNCATING:
            return whole(truncated(whole_from(one), whole_from(other)));
        case Function::DIV:
            return whole(floored(whole_from(one), whole_from(other)));
        case Function::MOD:
            return whole(whole_from(one) - whole_from(other) * floored(one.whole, other.whole));
        case Function::REM:
            return whole(whole_from(one) - whole_from(other) * truncated(one.whole, other.whole));
        case Function::POWER:
            return power(one, other);
        case Function::NEGATE:
            return one.real ? real(-one.value) : whole(-one.whole);
        case Function::SAME:
            return one;
        case Function::ABS:
            return one.real ? real(std::fabs(one.value)) : whole(std::abs(one.whole));
        case Function::SIGN:
            if (one.real) return real(double((one.value > 0) - (one.value < 0)));
            return whole((one.whole > 0) - (one.whole < 0));
        case Function::MIN:
        case Function::MAX: {
            const int order = order_of(one, other);
            if (order == 0) return one.real ? one : other;
            return (order < 0) == (function == Function::MIN) ? one : other;
        }
        case Function::GCD:
            return whole(std::gcd(whole_from(one), whole_from(other)));
        case Function::LEFT:
            return shifted(whole_from(one), whole_from(other));
        case Function::RIGHT:
            return shifted(whole_from(one), -whole_from(other));
        case Function::AND:
            return whole(whole_from(one) & whole_from(other));
        case Function::OR:
            return whole(whole_from(one) | whole_from(other));
        case Function::XOR:
            return whole(whole_from(one) ^ whole_from(other));
        case Function::INVERT:
            return whole(~whole_from(one));
        case Function::MSB:
            if (whole_from(one) < 1) no_value();
            return whole(63 - std::countl_zero(uint64_t(one.whole)));
        case Function::FLOAT:
            return real(float_from(one));
        case Function::ROUND:
            return rounded(one);
        case Function::TRUNCATE:
            return one.real ? whole_of_float(std::trunc(one.value)) : one;
        case Function::CEILING:
            return one.real ? whole_of_float(std::ceil(one.value)) : one;
        case Function::FLOOR:
            return one.real ? whole_of_float(std::floor(one.value)) : one;
        case Function::SQRT:
            return real(std::sqrt(float_from(one)));
        case Function::SIN:
            return real(std::sin(float_from(one)));
        case Function::COS:
            return real(std::cos(float_from(one)));
        case Function::TAN:
            return real(std::tan(float_from(one)));
        case Function::ASIN:
            return real(std::asin(float_from(one)));
        case Function::ACOS:
            return real(std::acos(float_from(one)));
        case Function::ATAN:
            return real(std::atan(float_from(one)));
        case Function::ATAN2:
            return real(std::atan2(float_from(one), float_from(other)));
        case Function::EXP:
            return real(std::exp(float_from(one)));
        case Function::LOG:
            return real(logarithm(one));
        case Function::LOG2:
            return real(std::log2(float_from(one)));
        case Function::LOG_BASE:
            return real(logarithm(other) / logarithm(one));
        case Function::SUCC:
            return one.real ? real(one.value + 1) : whole(one.whole + 1);
        case Function::NONE:
            break;
    }
    no_value();
}

// What an argument of an expression is, if it is no pattern.
inline Word Machine::leaf(Word cell, const Word* variables) {
    if (tag_of(cell) == VAR) cell = variables[number_of(cell)];
    return tag_of(cell) == REF ? walked(cell) : cell;
}

// The value of an expression; of a pattern where variables are given.
Number Machine::value(Word expression, Word* variables, uint32_t depth) {
    if (tag_of(expression) == VAR) expression = variables[number_of(expression)];
    if (tag_of(expression) != FIRST && tag_of(expression) != PAT) expression = walked(expression);
    switch (tag_of(expression)) {
        case INT:
            return {false, int_of(expression), 0};
        case FLT:
            return {true, 0, float_of(expression)};
        case ATOM: {
            const uint8_t function = program_.function_of(atom_of(expression), 0);
            if (!function || program_.is_string(atom_of(expression))) no_value();
            const Number none[2];
            return computed(Function(function), none);
        }
        case STR:
        case PAT: {
            if (depth > DEEP) no_value();
            poll();
            const Word* place = place_of(expression);
            const uint32_t name = name_of(*place), arity = arity_of(*place);
            const uint8_t function = program_.function_of(name, arity);
            if (arity == 2 && function >= uint8_t(Function::ADD) && function <= uint8_t(Function::MULTIPLY)) {
                const Word one = leaf(place[1], variables), other = leaf(place[2], variables);
                if (tag_of(one) == INT && tag_of(other) == INT) return combined(Function(function), int_of(one), int_of(other));
            }
            Number values[2];
            if (function) {
                for (uint32_t at = 0; at < arity; ++at) values[at] = value(place[1 + at], variables, depth + 1);
                return computed(Function(function), values);
            }
            if (name == program_.list && arity == 2) {
                const Word tail = tag_of(place[2]) == VAR ? variables[number_of(place[2])] : place[2];
                if (tag_of(tail) != PAT && tag_of(tail) != FIRST && walked(tail) == atom_word(program_.nil))
                    return value(place[1], variables, depth + 1);
            }
            no_value();
        }
        default:
            no_value();
    }
}

Word Machine::number_word(Number number) {
    if (!number.real) return int_word(number.whole);
    Word* made = heap_.take(2);
    made[0] = REAL;
    made[1] = std::bit_cast<Word>(number.value);
    return word_of(FLT, made);
}

}  // namespace arcwise::logic
