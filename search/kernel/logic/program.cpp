#include "logic/program.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace arcwise::logic {

namespace {

constexpr uint32_t LEVELS = 2000;  // levels of nesting of a pattern, but for last arguments, and of control

struct Named {
    std::string_view name;
    uint32_t arity;
};

struct NamedBuiltIn : Named {
    BuiltIn built_in;
    bool several = false;
};
constexpr NamedBuiltIn BUILT_INS[] = {
    {{"=", 2}, BuiltIn::UNIFY},
    {{"unify_with_occurs_check", 2}, BuiltIn::UNIFY},
    {{"\\=", 2}, BuiltIn::NOT_UNIFIABLE},
    {{"==", 2}, BuiltIn::SAME},
    {{"\\==", 2}, BuiltIn::NOT_SAME},
    {{"@<", 2}, BuiltIn::BEFORE},
    {{"@>", 2}, BuiltIn::AFTER},
    {{"@=<", 2}, BuiltIn::NOT_AFTER},
    {{"@>=", 2}, BuiltIn::NOT_BEFORE},
    {{"compare", 3}, BuiltIn::COMPARE},
    {{"var", 1}, BuiltIn::IS_VAR},
    {{"nonvar", 1}, BuiltIn::IS_NONVAR},
    {{"atom", 1}, BuiltIn::IS_ATOM},
    {{"number", 1}, BuiltIn::IS_NUMBER},
    {{"integer", 1}, BuiltIn::IS_INTEGER},
    {{"float", 1}, BuiltIn::IS_FLOAT},
    {{"atomic", 1}, BuiltIn::IS_ATOMIC},
    {{"compound", 1}, BuiltIn::IS_COMPOUND},
    {{"callable", 1}, BuiltIn::IS_CALLABLE},
    {{"is_list", 1}, BuiltIn::IS_LIST},
    {{"string", 1}, BuiltIn::IS_STRING},
    {{"ground", 1}, BuiltIn::IS_GROUND},
    {{"is", 2}, BuiltIn::IS},
    {{"=:=", 2}, BuiltIn::EQUAL},
    {{"=\\=", 2}, BuiltIn::NOT_EQUAL},
    {{"<", 2}, BuiltIn::LESS},
    {{">", 2}, BuiltIn::GREATER},
    {{"=<", 2}, BuiltIn::AT_MOST},
    {{">=", 2}, BuiltIn::AT_LEAST},
    {{"succ", 2}, BuiltIn::SUCC},
    {{"plus", 3}, BuiltIn::PLUS},
    {{"functor", 3}, BuiltIn::FUNCTOR},
    {{"=..", 2}, BuiltIn::UNIV},
    {{"copy_term", 2}, BuiltIn::COPY_TERM},
    {{"term_variables", 2}, BuiltIn::TERM_VARIABLES},
    {{"msort", 2}, BuiltIn::MSORT},
    {{"sort", 2}, BuiltIn::SORT},
    {{"sort", 4}, BuiltIn::SORT_BY},
    {{"keysort", 2}, BuiltIn::KEYSORT},
    {{"arg", 3}, BuiltIn::ARG, true},
    {{"between", 3}, BuiltIn::BETWEEN, true},
    {{"length", 2}, BuiltIn::LENGTH, true},
    {{"repeat", 0}, BuiltIn::REPEAT, true},
};

struct NamedControl : Named {
    Control control;
};
constexpr NamedControl CONTROLS[] = {
    {{"!", 0}, Control::CUT},         {{"fail", 0}, Control::FAIL},      {{"false", 0}, Control::FAIL},
    {{";", 2}, Control::OR},          {{",", 2}, Control::CALLED},       {{"true", 0}, Control::CALLED},
    {{"otherwise", 0}, Control::CALLED}, {{"->", 2}, Control::THEN},     {{"*->", 2}, Control::SOFT},
    {{"once", 1}, Control::ONCE},     {{"ignore", 1}, Control::IGNORE},  {{"\\+", 1}, Control::NOT},
    {{"not", 1}, Control::NOT},       {{"forall", 2}, Control::FORALL},  {{"findall", 3}, Control::FINDALL},
    {{"call", 1}, Control::CALLED},   {{"call", 2}, Control::CALLED},    {{"call", 3}, Control::CALLED},
    {{"call", 4}, Control::CALLED},   {{"call", 5}, Control::CALLED},    {{"call", 6}, Control::CALLED},
    {{"call", 7}, Control::CALLED},   {{"call", 8}, Control::CALLED},    {{"catch", 3}, Control::CATCH},
    {{"throw", 1}, Control::THROW},
};

struct NamedFunction : Named {
    Function function;
};
constexpr NamedFunction FUNCTIONS[] = {
    {{"pi", 0}, Function::PI},         {{"e", 0}, Function::E},           {{"inf", 0}, Function::INF},
    {{"infinite", 0}, Function::INF},  {{"max_tagged_integer", 0}, Function::MAX_TAGGED},
    {{"epsilon", 0}, Function::EPSILON}, {{"+", 2}, Function::ADD},       {{"-", 2}, Function::SUBTRACT},
    {{"*", 2}, Function::MULTIPLY},    {{"/", 2}, Function::DIVIDE},      {{"//", 2}, Function::TRUNCATING},
    {{"div", 2}, Function::DIV},       {{"mod", 2}, Function::MOD},       {{"rem", 2}, Function::REM},
    {{"**", 2}, Function::POWER}, {{"^", 2}, Function::POWER},      {{"-", 1}, Function::NEGATE},
    {{"+", 1}, Function::SAME},        {{"abs", 1}, Function::ABS},       {{"sign", 1}, Function::SIGN},
    {{"min", 2}, Function::MIN},       {{"max", 2}, Function::MAX},       {{"gcd", 2}, Function::GCD},
    {{"<<", 2}, Function::LEFT},       {{">>", 2}, Function::RIGHT},      {{"/\\", 2}, Function::AND},
    {{"\\/", 2}, Function::OR},        {{"xor", 2}, Function::XOR},       {{"\\", 1}, Function::INVERT},
    {{"msb", 1}, Function::MSB},       {{"float", 1}, Function::FLOAT},   {{"integer", 1}, Function::ROUND},
    {{"truncate", 1}, Function::TRUNCATE}, {{"round", 1}, Function::ROUND}, {{"ceiling", 1}, Function::CEILING},
    {{"floor", 1}, Function::FLOOR},   {{"sqrt", 1}, Function::SQRT},     {{"sin", 1}, Function::SIN},
    {{"cos", 1}, Function::COS},       {{"tan", 1}, Function::TAN},       {{"asin", 1}, Function::ASIN},
    {{"acos", 1}, Function::ACOS},     {{"atan", 1}, Function::ATAN},     {{"atan", 2}, Function::ATAN2},
    {{"atan2", 2}, Function::ATAN2},   {{"exp", 1}, Function::EXP},       {{"log", 1}, Function::LOG},
    {{"log2", 1}, Function::LOG2},     {{"log", 2}, Function::LOG_BASE},  {{"succ", 1}, Function::SUCC},
};

// Words that a cell's pattern takes when it is built.
uint64_t words_of(Word cell) {
    uint64_t sum = 0;
    std::vector<const Word*> pending;
    if (tag_of(cell) == PAT) pending.push_back(place_of(cell));
    while (!pending.empty()) {
        const Word* pattern = pending.back();
        pending.pop_back();
        const uint32_t arity = arity_of(*pattern);
        sum += 1 + arity;
        for (uint32_t at = 1; at <= arity; ++at)
            if (tag_of(pattern[at]) == PAT) pending.push_back(place_of(pattern[at]));
    }
    return sum;
}

uint32_t room_of(const Word* cells, uint32_t count) {
    uint64_t sum = count;
    for (uint32_t at = 0; at < count; ++at) sum += words_of(cells[at]) + 1;  // a variable takes one too
    return uint32_t(std::min<uint64_t>(sum, UINT32_MAX));
}

// The terms of a clause, with places in the place of offsets; how often each variable occurs.
void translate(Code& code, const Stated& stated, std::vector<uint32_t>& occurrences) {
    const size_t size = stated.words.size();
    code.words.resize(size + stated.head.size() + stated.body.size());
    Word* words = code.words.data();
    std::vector<uint32_t> depths(size);  // 0: no variable inside
    const auto translated = [&](int64_t given) {
        const Word word = Word(given);
        const Tag tag = tag_of(word);
        if (tag == VAR) {
            if (number_of(word) >= occurrences.size()) throw std::invalid_argument("an unknown variable");
            ++occurrences[number_of(word)];
        }
        if (tag != STR && tag != FLT) return word;
        const uint64_t offset = word >> 3;
        if (offset >= size) throw std::invalid_argument("an unknown place");
        return word_of(tag == STR && depths[offset] ? PAT : tag, words + offset);
    };
    for (size_t at = 0; at < size;) {
        const Word head = words[at] = Word(stated.words[at]);
        if (tag_of(head) == REAL) {
            if (at + 1 >= size) throw std::invalid_argument("a float without bits");
            words[at + 1] = Word(stated.words[at + 1]);
            at += 2;
            continue;
        }
        const uint32_t arity = arity_of(head);
        if (tag_of(head) != HEAD || at + arity >= size) throw std::invalid_argument("no compound term");
        uint32_t depth = 0;
        for (uint32_t place = 1; place <= arity; ++place) {
            const Word word = words[at + place] = translated(stated.words[at + place]);
            if (tag_of(word) == VAR) depth = std::max(depth, 1u);
            if (tag_of(word) == PAT)
                depth = std::max(depth, depths[size_t(place_of(word) - words)] + (place < arity ? 1 : 0));
        }
        if (depth > LEVELS) throw Unable{"a clause with a term of so many levels"};
        depths[at] = depth;
        at += 1 + arity;
    }
    for (size_t at = 0; at < stated.head.size(); ++at) words[size + at] = translated(stated.head[at]);
    for (size_t at = 0; at < stated.body.size(); ++at)
        words[size + stated.head.size() + at] = translated(stated.body[at]);
}

// Calls with each cell that is a variable, depth-first from left to right.
template <class Visit>
void each_variable(Word* cells, uint32_t count, Visit&& visit) {
    struct Rest {
        Word* cells;
        uint32_t count;
    };
    std::vector<Rest> pending{{cells, count}};
    while (!pending.empty()) {
        Rest& rest = pending.back();
        if (rest.count == 0) {
            pending.pop_back();
            continue;
        }
        Word* cell = rest.cells++;
        --rest.count;
        if (tag_of(*cell) == VAR || tag_of(*cell) == FIRST) visit(*cell);
        if (tag_of(*cell) == PAT) {
            Word* inside = place_of(*cell);
            pending.push_back({inside + 1, arity_of(*inside)});
        }
    }
}

}  // namespace

uint64_t Code::bytes() const {
    uint64_t sum = sizeof(Code) + words.size() * sizeof(Word);
    for (const auto& body : bodies) sum += body.size() * sizeof(Literal);
    for (const auto& some : args) sum += some.size() * sizeof(Word);
    return sum;
}

// Compiles goals of a clause, or of a search, into literals.
struct Program::Compiler {
    const Program& program;
    Code& code;
    uint32_t number;        // of the next negation, findall/3 or call of a goal
    bool counted = true;    // else all have the number of the call that they come from
    bool recorded = false;  // then a goal of a search has to be known: Python sees it as it is in the end
    const Resolve* resolve = nullptr;
    uint32_t variables = 0;  // of the clause
    uint32_t depth = 0;

    uint32_t next() { return counted ? number++ : number; }

    const Literal* body(Word term) {
        std::vector<Word> goals, pending{term};
        while (!pending.empty()) {
            const Word one = walked(pending.back());
            pending.pop_back();
            const Tag tag = tag_of(one);
            if ((tag == STR || tag == PAT) && *place_of(one) == header(program.comma, 2)) {
                pending.push_back(place_of(one)[2]);
                pending.push_back(place_of(one)[1]);
            } else if (one != atom_word(program.is_true)) {
                goals.push_back(one);
            }
        }
        return body(goals);
    }

    const Literal* body(const std::vector<Word>& goals) {
        if (goals.empty()) return nullptr;
        if (++depth > LEVELS) throw Unable{"control of so many levels"};
        std::vector<Literal> made;
        made.reserve(goals.size() + 1);
        for (Word goal : goals) made.push_back(literal(goal));
        --depth;
        return kept(std::move(made));
    }

    const Literal* kept(std::vector<Literal> literals) {
        literals.back().last = true;
        bool cuts = false;
        for (size_t at = literals.size(); at-- > 0;) {
            literals[at].variables = variables;
            literals[at].cuts = cuts = cuts || cuts_clause(literals[at]);
        }
        code.bodies.push_back(std::move(literals));
        return code.bodies.back().data();
    }

    // Whether a cut in a goal is one of its clause.
    bool cuts_clause(const Literal& literal) const {
        if (literal.kind == Kind::CUT) return true;
        const Callee* callee = program.callee(literal.name);
        const Control control = callee ? callee->control : Control::NONE;
        if (control != Control::OR && control != Control::THEN && control != Control::SOFT) return false;
        return std::any_of(std::begin(literal.bodies), std::end(literal.bodies),
                           [](const Literal* body) { return body && body->cuts; });
    }

    // Whether goals only look at terms.
    static bool only_test(const Literal* body) {
        for (; body; ++body) {
            const BuiltIn one = body->built_in;
            const bool looks = (one >= BuiltIn::EQUAL && one <= BuiltIn::AT_LEAST) ||
                               (one >= BuiltIn::SAME && one <= BuiltIn::NOT_BEFORE) ||
                               (one >= BuiltIn::IS_VAR && one <= BuiltIn::IS_GROUND);
            if (body->kind != Kind::TEST || !looks) return false;
            if (body->last) return true;
        }
        return false;
    }

    const Literal* failure() { return kept({Literal{.kind = Kind::FAIL}}); }

    const Word* kept_args(std::vector<Word> cells) {
        code.args.push_back(std::move(cells));
        return code.args.back().data();
    }

    // `->` with `other` behind it.
    Literal condition(Word name, const Literal* one, const Literal* then, const Literal* other, bool soft) {
        Literal made{.kind = Kind::IF, .soft = soft, .name = name};
        made.bodies[0] = one, made.bodies[1] = then, made.bodies[2] = other;
        made.tests = only_test(one);
        return made;
    }

    Literal negation(Word goal, const Literal* inside, uint32_t numbered) {
        Literal made{.kind = Kind::NOT, .number = numbered};
        made.bodies[0] = inside;
        made.tests = only_test(inside);
        made.cells = variables_of(goal);
        return made;
    }

    static std::vector<uint32_t> variables_of(Word goal) {
        std::vector<uint32_t> found;
        each_variable(&goal, 1, [&](Word& cell) {
            const uint32_t variable = number_of(cell);
            if (std::find(found.begin(), found.end(), variable) == found.end()) found.push_back(variable);
        });
        return found;
    }

    Literal literal(Word goal) {
        goal = walked(goal);
        if (tag_of(goal) == REF && recorded) throw Unable{"a variable as a goal inside of a goal that is called"};
        if (tag_of(goal) == VAR || tag_of(goal) == REF) {
            Literal made{.kind = Kind::GOAL, .number = next(), .room = 1, .name = header(program.call, 1)};
            made.args = kept_args({goal});
            return made;
        }
        const bool compound = tag_of(goal) == STR || tag_of(goal) == PAT;
        if (!compound && (tag_of(goal) != ATOM || program.is_string(atom_of(goal))))
            throw Unable{"a goal that cannot be called"};
        const Word name = compound ? *place_of(goal) : header(atom_of(goal), 0);
        const Word* args = compound ? place_of(goal) + 1 : nullptr;
        const Callee* callee = program.callee(name);
        if (!callee && resolve && (*resolve)(name_of(name), arity_of(name))) callee = program.callee(name);
        if (!callee) program.lacks(name);
        Literal made{.kind = callee->kind, .built_in = callee->built_in, .name = name};
        made.predicate = callee->predicate;
        made.args = args;
        switch (callee->control) {
            case Control::NONE:
                made.room = room_of(args, arity_of(name));
                return made;
            case Control::CUT:
            case Control::FAIL:
                return made;
            case Control::CALLED:
                made.number = next();
                made.room = room_of(args, arity_of(name));
                return made;
            case Control::OR: {
                const Word first = walked(args[0]);
                if (tag_of(first) == STR || tag_of(first) == PAT) {
                    const Word* inside = place_of(first);
                    const bool soft = *inside == header(program.soft_arrow, 2);
                    if (soft || *inside == header(program.arrow, 2)) {
                        const Literal *one = body(inside[1]), *then = body(inside[2]);
                        return condition(name, one, then, body(args[1]), soft);
                    }
                }
                made.bodies[0] = body(args[0]);
                made.bodies[1] = body(args[1]);
                return made;
            }
            case Control::THEN:
            case Control::SOFT: {
                const Literal *one = body(args[0]), *then = body(args[1]);
                return condition(name, one, then, failure(), callee->control == Control::SOFT);
            }
            case Control::ONCE:
                return condition(name, body(args[0]), nullptr, failure(), false);
            case Control::IGNORE:
                return condition(name, body(args[0]), nullptr, nullptr, false);
            case Control::NOT: {
                const uint32_t numbered = next();
                return negation(goal, body(args[0]), numbered);
            }
            case Control::FORALL: {
                const uint32_t numbered = next();
                std::vector<Literal> inside;
                if (const Literal* one = body(args[0])) {
                    for (;; ++one) {
                        inside.push_back(*one);
                        inside.back().last = false;
                        if (one->last) break;
                    }
                }
                const uint32_t second = next();
                inside.push_back(negation(args[1], body(args[1]), second));
                return negation(goal, kept(std::move(inside)), numbered);
            }
            case Control::FINDALL: {
                made.number = next();
                made.bodies[0] = body(args[1]);
                made.args = kept_args({args[0], args[2]});
                made.room = room_of(made.args, 2);
                made.cells = variables_of(goal);
                return made;
            }
            case Control::CATCH: {
                made.bodies[0] = body(args[0]);
                made.bodies[1] = body(args[2]);
                made.args = kept_args({args[1]});
                made.room = room_of(made.args, 1);
                return made;
            }
            case Control::THROW:
                made.room = room_of(args, 1);
                return made;
        }
        throw Unable{"a goal that cannot be called"};
    }
};

Program::Program() {
    nil = intern("[]"), list = intern("[|]"), is_true = intern("true"), comma = intern(","), arrow = intern("->");
    soft_arrow = intern("*->"), call = intern("call"), less = intern("<"), equal = intern("="), greater = intern(">");
    minus = intern("-"), inf = intern("inf"), infinite = intern("infinite"), before = intern("@<");
    not_after = intern("@=<"), after = intern("@>"), not_before = intern("@>=");
    for (const auto& one : FUNCTIONS) {
        const uint32_t atom = intern(std::string(one.name));
        if (functions_.size() <= atom) functions_.resize(atom + 1);
        functions_[atom][one.arity] = uint8_t(one.function);
    }
}

uint32_t Program::intern(const std::string& text, bool is_string) {
    auto& known = is_string ? string_atoms_ : atoms_;
    const auto found = known.find(text);
    if (found != known.end()) return found->second;
    const uint32_t atom = uint32_t(texts_.size());
    if (atom >= 1u << 28) throw Unable{"so many atoms"};
    texts_.push_back(text);
    strings_.push_back(is_string);
    known.emplace(text, atom);
    return atom;
}

void Program::declare(uint32_t name, uint32_t arity, bool of_callable) {
    const Word head = header(name, arity);
    if (callees_.contains(head)) return;
    predicates_.emplace_back().name = head;
    predicates_.back().of_callable = of_callable;
    callees_[head] = {.kind = Kind::CALL, .predicate = &predicates_.back()};
}

void Program::table(uint32_t name, uint32_t arity, std::vector<Mode> modes) {
    const Callee* callee = this->callee(header(name, arity));
    if (!callee || !callee->predicate || (!modes.empty() && modes.size() != arity))
        throw std::invalid_argument("no table of a declared predicate");
    callee->predicate->tabled = true;
    callee->predicate->modes = std::move(modes);
}

bool Program::declare_built_in(uint32_t name, uint32_t arity) {
    const Word head = header(name, arity);
    const std::string& text = texts_[name];
    for (const auto& one : CONTROLS) {
        if (one.name != text || one.arity != arity) continue;
        Kind kind = Kind::IF;
        switch (one.control) {
            case Control::CUT:
                kind = Kind::CUT;
                break;
            case Control::FAIL:
                kind = Kind::FAIL;
                break;
            case Control::OR:
                kind = Kind::EITHER;
                break;
            case Control::CALLED:
                kind = Kind::GOAL;
                break;
            case Control::NOT:
            case Control::FORALL:
                kind = Kind::NOT;
                break;
            case Control::FINDALL:
                kind = Kind::FIND;
                break;
            case Control::CATCH:
                kind = Kind::CATCH;
                break;
            case Control::THROW:
                kind = Kind::THROW;
                break;
            default:
                break;
        }
        callees_[head] = {.kind = kind, .control = one.control};
        return true;
    }
    for (const auto& one : BUILT_INS) {
        if (one.name != text || one.arity != arity) continue;
        callees_[head] = {.kind = one.several ? Kind::CHOOSE : Kind::TEST, .built_in = one.built_in};
        return true;
    }
    return false;
}

void Program::declare_asked(uint32_t name, uint32_t arity, bool several) {
    callees_[header(name, arity)] = {.kind = several ? Kind::CHOOSE : Kind::TEST, .built_in = BuiltIn::ASKED};
}

void Program::lacks(Word name) const {
    throw Unable{"the kernel does not have " + text_of(name_of(name)) + "/" + std::to_string(arity_of(name))};
}

void Program::add(uint32_t name, uint32_t arity, const Stated& stated) {
    const Callee* callee = this->callee(header(name, arity));
    if (!callee || !callee->predicate || stated.head.size() != arity)
        throw std::invalid_argument("a clause of an undeclared predicate");
    rules_.emplace_back();
    Rule& rule = rules_.back();
    rule.number = stated.number;
    rule.arity = arity;
    rule.variables = stated.variables;
    std::vector<uint32_t> occurrences(stated.variables);
    rule.code = std::make_unique<Code>();
    translate(*rule.code, stated, occurrences);
    Word* head = rule.code->words.data() + stated.words.size();
    Word* goals = head + arity;
    rule.head = head;
    const uint32_t count = uint32_t(stated.body.size());
    Compiler compiler{.program = *this, .code = *rule.code, .number = stated.first, .variables = stated.variables};
    rule.body = compiler.body({goals, goals + count});
    std::vector<bool> seen(stated.variables);
    const auto meet = [&](Word& cell) {
        const uint32_t variable = number_of(cell);
        if (!seen[variable]) cell = Word(occurrences[variable] == 1 ? NOWHERE : variable) << 3 | FIRST;
        seen[variable] = true;
    };
    each_variable(head, arity, meet);
    for (uint32_t at = 0; at < count; ++at) {
        const Literal& literal = rule.body[at];
        const bool control = literal.kind != Kind::CALL && literal.kind != Kind::TEST && literal.kind != Kind::CHOOSE;
        if (control)
            each_variable(goals + at, 1, [&](Word& cell) {
                if (!seen[number_of(cell)]) rule.unset.push_back(number_of(cell));
                seen[number_of(cell)] = true;
            });
        else
            each_variable(goals + at, 1, meet);
    }
    rule.room = room_of(head, arity) + rule.variables;
    rule.passing = rule.unset.empty();
    for (uint32_t at = 0; at < count; ++at) {
        const Kind kind = rule.body[at].kind;
        const bool ends = at + 1 == count && (kind == Kind::CALL || kind == Kind::CHOOSE || kind == Kind::FAIL);
        rule.passing = rule.passing && (ends || kind == Kind::TEST || kind == Kind::CUT);
    }
    callee->predicate->add(&rule);
}

void Program::add_facts(uint32_t name, uint32_t arity, uint32_t first, const std::vector<int64_t>& cells) {
    const Callee* callee = this->callee(header(name, arity));
    const auto simple = [](int64_t cell) { return tag_of(Word(cell)) == ATOM || tag_of(Word(cell)) == INT; };
    if (!callee || !callee->predicate || arity == 0 || cells.size() % arity ||
        !std::all_of(cells.begin(), cells.end(), simple))
        throw std::invalid_argument("no facts of a declared predicate");
    const Word* head = facts_.emplace_back(cells.begin(), cells.end()).data();
    for (size_t at = 0; at < cells.size(); at += arity, head += arity) {
        Rule& rule = rules_.emplace_back();
        rule.number = first++;
        rule.arity = arity;
        rule.room = room_of(head, arity);
        rule.passing = true;
        rule.head = head;
        callee->predicate->add(&rule);
    }
}

void Program::finish(uint32_t name, uint32_t arity) {
    const Callee* callee = this->callee(header(name, arity));
    if (callee && callee->predicate) callee->predicate->finish();
}

std::unique_ptr<Rule> Program::query(const Stated& stated) {
    auto rule = std::make_unique<Rule>();
    std::vector<uint32_t> occurrences(stated.variables);
    rule->variables = stated.variables;
    rule->code = std::make_unique<Code>();
    translate(*rule->code, stated, occurrences);
    const Word* goals = rule->code->words.data() + stated.words.size();
    Compiler compiler{.program = *this, .code = *rule->code, .number = stated.first, .variables = stated.variables};
    rule->body = compiler.body({goals, goals + stated.body.size()});
    for (uint32_t variable = 0; variable < stated.variables; ++variable) rule->unset.push_back(variable);
    return rule;
}

std::unique_ptr<Code> Program::called(Word goal, uint32_t number, bool recorded, const Resolve& resolve,
                                      const Literal** body) {
    auto code = std::make_unique<Code>();
    Compiler compiler{*this, *code, number, false, recorded, &resolve};
    *body = compiler.body(goal);
    return code;
}

void Predicate::add(Rule* rule) {
    rule->predicate = this;
    rule->order = uint32_t(rules_.size());
    rules_.push_back(rule);
}

Word Predicate::key_of(Word term) {
    term = walked(term);
    switch (tag_of(term)) {
        case REF:
        case VAR:
        case FIRST:
            return 0;
        case STR:
        case PAT:
            return *place_of(term);
        case FLT: {
            const double value = float_of(term);
            return std::bit_cast<Word>(value == 0 ? 0.0 : value) * 0x9E3779B97F4A7C15 | REAL;
        }
        default:
            return term;
    }
}

void Predicate::finish() {
    count_ = uint32_t(rules_.size());
    const uint32_t arity = arity_of(name);
    for (uint32_t place = 0; place < arity && count_ > 1; ++place)
        if (std::any_of(rules_.begin(), rules_.end(), [&](const Rule* rule) { return key_of(rule->head[place]) != 0; }))
            places_.push_back(place);
    keys_.reserve(count_ * places_.size());
    for (const Rule* rule : rules_)
        for (const uint32_t place : places_) keys_.push_back(key_of(rule->head[place]));
    for (uint32_t at = 0; at < count_; ++at) const_cast<Rule*>(rules_[at])->keys = keys_.data() + at * places_.size();
    indexes_.resize(places_.size());
    rules_.push_back(nullptr);
    ready = true;
}

// The shortest list of clauses by one known argument, or by several where all of those lists are long.
Clauses Predicate::indexed(const Word* keys) {
    Clauses best{rules_.data(), NONE};
    uint32_t fewest = count_;
    uint64_t several = 0;
    for (size_t at = 0; at < places_.size(); ++at) {
        if (!keys[at]) continue;
        ClauseIndex& index = indexes_[at];
        if (!index.made()) index.make(rules_, [at](const Rule* rule) { return rule->keys[at]; });
        const auto found = index.find(keys[at]);
        if (found.count + index.open_count() < fewest) {
            fewest = found.count + index.open_count();
            best = {found.rules, index.open()};
        }
        if (fewest <= FEW) return best;
        if (index.open_count() == 0 && at < 64) several |= uint64_t(1) << at;
    }
    if (!(several & (several - 1))) return best;
    const auto key_of_several = [several](const Word* from) {
        Word key = 0;
        for (uint64_t left = several; left; left &= left - 1)
            key = std::rotl(key, 23) * 0x9E3779B97F4A7C15 + from[std::countr_zero(left)];
        return key | 1;
    };
    for (const OfSeveral& one : of_several_)
        if (one.places == several) return {one.index.find(key_of_several(keys)).rules, NONE};
    looked_at_ += fewest;
    if (looked_at_ < count_ || of_several_.size() == MOST_MADE) return best;
    looked_at_ = 0;
    OfSeveral made{several, {}};
    made.index.make(rules_, [&](const Rule* rule) { return key_of_several(rule->keys); });
    of_several_.push_back(std::move(made));
    return {of_several_.back().index.find(key_of_several(keys)).rules, NONE};
}

template <class KeyOf>
void ClauseIndex::make(const std::vector<const Rule*>& rules, KeyOf&& key_of) {
    std::vector<const Rule*> open;
    slots_.assign(16, {});
    shift_ = 60;
    size_t keys = 0, listed = 0;
    for (size_t at = 0; rules[at]; ++at) {
        const Word key = key_of(rules[at]);
        if (!key) {
            open.push_back(rules[at]);
            continue;
        }
        Slot& slot = slots_[this->at(key)];
        ++listed;
        ++slot.count;
        if (slot.key) continue;
        slot.key = key;
        if (2 * ++keys > slots_.size()) widen();
    }
    lists_.assign(listed + keys, nullptr);
    uint32_t start = 0;
    for (Slot& slot : slots_) {
        slot.start = start;
        if (slot.key) start += slot.count + 1;
        slot.count = 0;
    }
    for (size_t at = 0; rules[at]; ++at) {
        const Word key = key_of(rules[at]);
        if (!key) continue;
        Slot& slot = slots_[this->at(key)];
        lists_[slot.start + slot.count++] = rules[at];
    }
    open.push_back(nullptr);
    open_ = std::move(open);  // made from now on
}

void ClauseIndex::widen() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    --shift_;
    for (const Slot& slot : old)
        if (slot.key) slots_[at(slot.key)] = slot;
}

}  // namespace arcwise::logic
