#include "logic/written.hpp"

#include <algorithm>
#include <charconv>

namespace arcwise::logic {

const std::optional<Writer::Atom>& Writer::atom(Word word) {
    auto found = atoms_.find(word);
    if (found == atoms_.end()) found = atoms_.emplace(word, ask_atom_(atom_of(word))).first;
    return found->second;
}

const std::optional<Writer::Name>& Writer::name(Word header) {
    auto found = names_.find(header);
    if (found == names_.end()) found = names_.emplace(header, ask_name_(name_of(header), arity_of(header))).first;
    return found->second;
}

bool Writer::write(Word term, bool as_value, std::string& out, const std::vector<std::string>* variables) {
    const size_t length = out.size();
    variables_ = variables;
    term = walked(term);
    bool plain = true;
    if (as_value && tag_of(term) == STR && *place_of(term) != list_) {
        const auto& named = name(*place_of(term));
        plain = named && named->alone;
    }
    pending_.assign(1, {term, nullptr, false});
    while (plain && !pending_.empty()) {
        const Piece piece = pending_.back();
        pending_.pop_back();
        plain = add(piece, out) && out.size() - length <= LARGEST;
    }
    if (!plain) out.resize(length);
    return plain;
}

bool Writer::add(const Piece& piece, std::string& out) {
    if (piece.text) {
        out += piece.text;
        return true;
    }
    const Word term = walked(piece.term);
    switch (tag_of(term)) {
        case INT: {
            if (piece.operand && int_of(term) < 0) return false;
            char digits[24];
            out.append(digits, std::to_chars(digits, digits + sizeof digits, int_of(term)).ptr);
            return true;
        }
        case ATOM: {
            const auto& known = atom(term);
            if (!known || (piece.operand && !known->alone)) return false;
            out += known->text;
            return true;
        }
        case STR:
            return add_compound(place_of(term), piece.operand);
        case VAR:
            if (!variables_ || number_of(term) >= variables_->size()) return false;
            out += (*variables_)[number_of(term)];
            return true;
        default:
            return false;
    }
}

// Its parts become pending, the last one first.
bool Writer::add_compound(const Word* place, bool operand) {
    const size_t start = pending_.size();
    if (*place == list_) {
        Word rest = word_of(STR, place);
        for (const char* between = "["; tag_of(rest) == STR && *place_of(rest) == list_; between = ",") {
            pending_.push_back({0, between, false});
            pending_.push_back({place_of(rest)[1], nullptr, false});
            rest = walked(place_of(rest)[2]);
        }
        if (rest != nil_) {
            pending_.push_back({0, "|", false});
            pending_.push_back({rest, nullptr, false});
        }
        pending_.push_back({0, "]", false});
    } else {
        const auto& named = name(*place);
        if (!named || (named->infix && operand)) return false;
        const uint32_t arity = arity_of(*place);
        if (!named->infix) pending_.push_back({0, named->text.c_str(), false});
        for (uint32_t at = 1; at <= arity; ++at) {
            if (at > 1) pending_.push_back({0, named->infix ? named->text.c_str() : ",", false});
            pending_.push_back({place[at], nullptr, named->infix});
        }
        if (!named->infix) pending_.push_back({0, ")", false});
    }
    std::reverse(pending_.begin() + std::ptrdiff_t(start), pending_.end());
    return true;
}

}  // namespace arcwise::logic
