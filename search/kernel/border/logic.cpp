// The Python face of proof search: programs, and searches that go on from answer to answer.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <chrono>
#include <unordered_set>

#include "border/values.hpp"
#include "border/watch.hpp"
#include "logic/machine.hpp"
#include "logic/written.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace arcwise;

namespace {

using Atoms = nb::typed<nb::dict, nb::str, int>;
using Asked = nb::typed<nb::callable, bool(uint32_t, uint32_t)>;
using Answers = std::optional<nb::typed<nb::callable, std::optional<nb::bytes>(uint32_t, uint32_t, nb::bytes)>>;

std::optional<std::vector<int64_t>> answers_of(const Answers& ask, logic::Word name, const std::vector<int64_t>& goal) {
    const nb::object found = ask ? (*ask)(logic::name_of(name), logic::arity_of(name), bytes_of(goal)) : nb::none();
    if (found.is_none()) return {};
    return numbers_of<int64_t>(nb::cast<nb::bytes>(found));
}

using AtomText = nb::typed<nb::callable, std::optional<std::pair<nb::bytes, bool>>(uint32_t)>;
using NameText = nb::typed<nb::callable, std::optional<std::tuple<nb::bytes, bool, bool>>(uint32_t, uint32_t)>;

std::string text_of(nb::handle bytes) {
    const auto known = nb::borrow<nb::bytes>(bytes);
    return {known.c_str(), known.size()};
}

// Words of terms as they are told, children first, with places in them made places of memory; and how their variables are called.
class ToldTerms {
   public:
    ToldTerms(std::vector<int64_t> words, std::vector<std::string> names)
        : words_(std::move(words)), names_(std::move(names)) {
        logic::Word* const base = begin();
        for (size_t at = 0; at < words_.size();) {
            const bool real = base[at] == logic::REAL;
            const size_t size = real ? 1 : logic::arity_of(base[at]);
            for (size_t cell = at + 1; cell <= at + size && !real; ++cell) base[cell] = placed(base[cell]);
            at += 1 + size;
        }
    }
    logic::Word placed(logic::Word cell) {
        const logic::Tag tag = logic::tag_of(cell);
        return tag == logic::STR || tag == logic::FLT ? logic::word_of(tag, begin() + (cell >> 3)) : cell;
    }
    const std::vector<std::string>& names() const { return names_; }

   private:
    logic::Word* begin() { return reinterpret_cast<logic::Word*>(words_.data()); }

    std::vector<int64_t> words_;
    std::vector<std::string> names_;
};

// Writes terms by what Python tells of atoms and names, each asked for once.
class TermWriter {
   public:
    TermWriter(AtomText atoms, NameText names, uint32_t nil, uint32_t list)
        : writer_(
              [atoms = std::move(atoms)](uint32_t atom) -> std::optional<logic::Writer::Atom> {
                  nb::gil_scoped_acquire locked;
                  const nb::object found = atoms(atom);
                  if (found.is_none()) return {};
                  return logic::Writer::Atom{text_of(found[0]), nb::cast<bool>(found[1])};
              },
              [names = std::move(names)](uint32_t name, uint32_t arity) -> std::optional<logic::Writer::Name> {
                  nb::gil_scoped_acquire locked;
                  const nb::object found = names(name, arity);
                  if (found.is_none()) return {};
                  return logic::Writer::Name{text_of(found[0]), nb::cast<bool>(found[1]), nb::cast<bool>(found[2])};
              },
              logic::atom_word(nil), logic::header(list, 2)) {}

    // Of a term as `ProofQuestion` tells it.
    std::optional<nb::bytes> text(nb::bytes words) {
        std::vector<int64_t> told = numbers_of<int64_t>(words);
        const auto last = logic::Word(told.back());
        told.pop_back();
        ToldTerms terms(std::move(told), {});
        return written(terms.placed(last), terms);
    }
    // Of a goal, by its name and the cells of its arguments.
    std::optional<nb::bytes> goal(ToldTerms& terms, uint32_t name, nb::bytes cells) {
        const auto told = numbers_of<int64_t>(cells);
        goal_.assign(1, logic::header(name, uint32_t(told.size())));
        for (const int64_t cell : told) goal_.push_back(terms.placed(logic::Word(cell)));
        return written(logic::word_of(logic::STR, goal_.data()), terms);
    }
    logic::Writer& writer() { return writer_; }

   private:
    std::optional<nb::bytes> written(logic::Word term, const ToldTerms& terms) {
        text_.clear();
        if (!writer_.write(term, false, text_, &terms.names())) return {};
        return nb::bytes(text_.data(), text_.size());
    }

    logic::Writer writer_;
    std::vector<logic::Word> goal_ = {};
    std::string text_ = {};
};

// A machine, and whom it listens to while it runs.
class ProofSearch {
   public:
    ProofSearch(nb::object program, const logic::Stated& query, const Limits& limits, bool recorded, Asked resolve,
                Report report, Answers ask)
        : program_(std::move(program)),
          resolve_(std::move(resolve)),
          ask_(std::move(ask)),
          watch_(std::move(report)),
          machine_(
              nb::cast<logic::Program&>(program_), query, limits, recorded,
              [this](uint64_t count) { return tick_ && tick_(count); },
              [this](uint32_t name, uint32_t arity) {
                  nb::gil_scoped_acquire locked;
                  return nb::cast<bool>(resolve_(name, arity));
              },
              [this](logic::Word name, const std::vector<int64_t>& goal) {
                  nb::gil_scoped_acquire locked;
                  return answers_of(ask_, name, goal);
              }) {}

    logic::Outcome run() {
        return watch_.over([&](Tick tick) {
            tick_ = std::move(tick);
            return machine_.run();
        });
    }
    // Goes on from answer to answer and writes a line of each, until there is a text worth showing or an answer that is not
    // written here: how it ended, the answers of the text, the text, and whether there is such an answer.
    std::tuple<logic::Outcome, uint64_t, nb::bytes, bool> write(TermWriter& terms, std::vector<std::string> names, uint64_t most) {
        std::string text;
        uint64_t count = 0;
        bool odd = false;
        const auto outcome = watch_.over([&](Tick tick) {
            tick_ = std::move(tick);
            const auto shown = std::chrono::steady_clock::now() + PATIENCE;
            for (;;) {
                const logic::Outcome found = machine_.run();
                if (found != logic::Outcome::ANSWER) return found;
                odd = !line(terms.writer(), names, text);
                if (odd || ++count == most || text.size() > ENOUGH || std::chrono::steady_clock::now() > shown) return found;
            }
        });
        return {outcome, count, nb::bytes(text.data(), text.size()), odd};
    }
    logic::Machine& machine() { return machine_; }

   private:
    static constexpr size_t ENOUGH = 1 << 16;
    static constexpr std::chrono::milliseconds PATIENCE{20};

    // Values of the variables that have a name; false if one is open.
    bool line(logic::Writer& writer, const std::vector<std::string>& names, std::string& text) {
        const size_t length = text.size();
        for (size_t at = 0; at < names.size(); ++at) {
            if (names[at].empty()) continue;
            if (text.size() > length) text += ", ";
            text += names[at];
            text += " = ";
            if (writer.write(machine_.value(uint32_t(at)), true, text)) continue;
            text.resize(length);
            return false;
        }
        text += text.size() > length ? "\n" : "yes\n";
        return true;
    }

    nb::object program_;
    Asked resolve_;
    Answers ask_;
    Watch watch_;
    Tick tick_;
    logic::Machine machine_;
};

// A goal that is asked of many states, each answer as Python values. It is asked with Python's lock, as each question is short.
class ProofQuestion {
   public:
    ProofQuestion(nb::object program, const logic::Stated& query, const Limits& limits, Asked resolve,
                  Atoms atoms, nb::typed<nb::callable, int(nb::str)> intern, nb::object texts, std::vector<uint32_t> wanted,
                  logic::Given form, Answers ask)
        : program_(std::move(program)),
          resolve_(std::move(resolve)),
          ask_(std::move(ask)),
          atoms_(std::move(atoms)),
          intern_(std::move(intern)),
          texts_(std::move(texts)),
          wanted_(std::move(wanted)),
          form_(std::move(form)),
          nodes_(limits.nodes ? limits.nodes : UINT64_MAX / 2),
          machine_(nb::cast<logic::Program&>(program_), query, {.bytes = limits.bytes}, false, {},
                   [this](uint32_t name, uint32_t arity) { return nb::cast<bool>(resolve_(name, arity)); },
                   [this](logic::Word name, const std::vector<int64_t>& goal) { return answers_of(ask_, name, goal); }) {}

    // Answers, `most` at most: of each the values that are wanted, of which the first is a state where a form is given.
    std::pair<logic::Outcome, nb::list> ask(nb::tuple state, uint64_t most) {
        nb::list found;
        logic::Given given;
        for (nb::handle symbol : state)
            if (!give(symbol, given)) return {logic::Outcome::UNABLE, found};
        machine_.ask(std::move(given), nodes_);
        logic::Outcome outcome = machine_.run();
        for (; outcome == logic::Outcome::ANSWER; outcome = machine_.run()) {
            if (!told(found)) return {logic::Outcome::STOPPED, found};
            if (found.size() >= most) break;
        }
        return {outcome, found};
    }
    // How many answers there are, and the states among their first values that no call since `forget` has told. What is no
    // state, or more than is kept to tell states apart, ends it as UNABLE.
    std::tuple<logic::Outcome, uint64_t, nb::list> ask_new(nb::tuple asked) {
        nb::list found;
        uint64_t answers = 0;
        logic::Given given;
        for (nb::handle symbol : asked)
            if (!give(symbol, given)) return {logic::Outcome::UNABLE, answers, found};
        machine_.ask(std::move(given), nodes_);
        logic::Outcome outcome = machine_.run();
        for (; outcome == logic::Outcome::ANSWER; outcome = machine_.run(), ++answers) {
            const logic::Word term = machine_.value(wanted_[0]);
            if (!machine_.spelled(term, key_, MOST_SPELLED)) return {logic::Outcome::UNABLE, answers, found};
            if (!seen_.emplace(reinterpret_cast<const char*>(key_.data()), key_.size() * sizeof(logic::Word)).second)
                continue;
            kept_ += key_.size();
            if (kept_ > MOST_KEPT) return {logic::Outcome::UNABLE, answers, found};
            try {
                const nb::object state = form_.values.empty() ? nb::make_tuple(bytes_of(machine_.told(term))) : state_of(term);
                if (!nb::isinstance<nb::tuple>(state)) return {logic::Outcome::UNABLE, answers, found};
                found.append(state);
            } catch (const std::bad_alloc&) {
                return {logic::Outcome::STOPPED, answers, found};
            }
        }
        return {outcome, answers, found};
    }
    void forget() {
        seen_.clear();
        kept_ = 0;
    }
    logic::Machine& machine() { return machine_; }

   private:
    static constexpr uint64_t MOST_SPELLED = 1 << 14, MOST_KEPT = 1 << 24;  // words, of a state and of all

    bool give(nb::handle symbol, logic::Given& given) {
        if (PyLong_Check(symbol.ptr())) {
            int overflow = 0;
            const long long value = PyLong_AsLongLongAndOverflow(symbol.ptr(), &overflow);
            if (overflow || !logic::fits(value)) return false;
            given.values.push_back(int64_t(logic::int_word(value)));
        } else if (PyBytes_Check(symbol.ptr())) {
            given.words = numbers_of<int64_t>(nb::borrow<nb::bytes>(symbol));
            given.values.push_back(given.words.back());
            given.words.pop_back();
        } else {
            PyObject* known = PyDict_GetItemWithError(atoms_.ptr(), symbol.ptr());
            if (!known && PyErr_Occurred()) throw nb::python_error();
            const auto atom = known ? nb::cast<uint32_t>(nb::handle(known)) : nb::cast<uint32_t>(intern_(symbol));
            given.values.push_back(int64_t(logic::atom_word(atom)));
        }
        return true;
    }

    nb::object text(uint32_t atom) {
        if (atom >= shown_.size()) shown_.resize(atom + 1);
        if (!shown_[atom].is_valid()) shown_[atom] = texts_[nb::int_(atom)];
        return shown_[atom];
    }

    nb::object shown(logic::Word term) {
        using namespace logic;
        if (tag_of(term) == INT) return nb::int_(int_of(term));
        if (tag_of(term) == FLT) return nb::float_(float_of(term));
        if (tag_of(term) == ATOM) return text(atom_of(term));
        return bytes_of(machine_.told(term));
    }

    // A tuple of symbols where a form is given that the term has, else the bytes of the term.
    nb::object state_of(logic::Word term) {
        if (form_.values.empty()) return shown(term);
        cells_.clear();
        if (!machine_.cells(form_, term, cells_)) return bytes_of(machine_.told(term));
        nb::object value = nb::steal(PyTuple_New(Py_ssize_t(cells_.size())));
        for (size_t cell = 0; cell < cells_.size(); ++cell)
            NB_TUPLE_SET_ITEM(value.ptr(), Py_ssize_t(cell), shown(cells_[cell]).release().ptr());
        return value;
    }

    bool told(nb::list& found) {
        try {
            nb::object answer = nb::steal(PyTuple_New(Py_ssize_t(wanted_.size())));
            for (size_t at = 0; at < wanted_.size(); ++at) {
                const logic::Word term = machine_.value(wanted_[at]);
                nb::object value = at ? shown(term) : state_of(term);
                NB_TUPLE_SET_ITEM(answer.ptr(), Py_ssize_t(at), value.release().ptr());
            }
            found.append(answer);
            return true;
        } catch (const std::bad_alloc&) {  // an answer that is larger than the limit on memory
            return false;
        }
    }

    nb::object program_;
    Asked resolve_;
    Answers ask_;
    nb::dict atoms_;
    nb::callable intern_;
    nb::object texts_;
    std::vector<uint32_t> wanted_;
    logic::Given form_;
    uint64_t nodes_;
    std::vector<nb::object> shown_ = {};  // texts of atoms
    std::vector<logic::Word> cells_ = {}, key_ = {};
    std::unordered_set<std::string> seen_ = {};  // states that `ask_new` has told, as they are spelled
    uint64_t kept_ = 0;                         // their words
    logic::Machine machine_;
};

logic::Stated stated(uint32_t number, uint32_t variables, uint32_t first, nb::bytes words, nb::bytes head, nb::bytes body) {
    return {number,
            variables,
            first,
            numbers_of<int64_t>(words),
            numbers_of<int64_t>(head),
            numbers_of<int64_t>(body)};
}

// What the kernel cannot do is a ValueError with the reason.
template <class Work>
auto able(Work&& work) {
    try {
        return work();
    } catch (const logic::Unable& unable) {
        throw std::invalid_argument(unable.reason);
    }
}

}  // namespace

void bind_logic(nb::module_& module) {
    nb::class_<logic::Program>(module, "LogicProgram", "A logic program, whose predicates are stated as they are needed.")
        .def(nb::init<>())
        .def(
            "atom",
            [](logic::Program& self, nb::bytes text, bool is_string) {
                return able([&] { return self.intern({text.c_str(), text.size()}, is_string); });
            },
            "text"_a, "is_string"_a = false, "The number of an atom or a string, in UTF-8.")
        .def("declare", &logic::Program::declare, "name"_a, "arity"_a, "of_callable"_a = false,
             "A predicate that has clauses; the first argument of a goal may have to be an atom or a compound term.")
        .def(
            "table",
            [](logic::Program& self, uint32_t name, uint32_t arity, nb::bytes modes) {
                std::vector<logic::Mode> read;
                const auto cells = numbers_of<int64_t>(modes);
                for (size_t at = 0; at + 1 < cells.size(); at += 2) {
                    if (cells[at] < 0 || cells[at] > logic::Mode::PO) throw std::invalid_argument("an unknown mode");
                    read.push_back({logic::Mode::Kind(cells[at]), uint32_t(cells[at + 1])});
                }
                self.table(name, arity, std::move(read));
            },
            "name"_a, "arity"_a, "modes"_a,
            "Answers to a declared predicate are kept in tables. Of each argument the number of its mode, and the name of the predicate "
            "that joins or orders two values; nothing where all answers are kept.")
        .def("declare_built_in", &logic::Program::declare_built_in, "name"_a, "arity"_a,
             "A predicate that is built in, or control; returns whether the kernel has it.")
        .def("declare_asked", &logic::Program::declare_asked, "name"_a, "arity"_a, "several"_a,
             "A built-in predicate that Python is asked for, with several answers or one at most.")
        .def(
            "add",
            [](logic::Program& self, uint32_t name, uint32_t number, uint32_t variables, uint32_t first, nb::bytes words,
               nb::bytes head, nb::bytes body) {
                const logic::Stated clause = stated(number, variables, first, words, head, body);
                able([&] { self.add(name, uint32_t(clause.head.size()), clause); });
            },
            "name"_a, "number"_a, "variables"_a, "first"_a, "words"_a, "head"_a, "body"_a,
            "A clause: terms, children first; cells of the head's arguments; cells of the body's goals. Its negations, "
            "findalls and calls of goals are numbered from `first` on.")
        .def(
            "add_facts",
            [](logic::Program& self, uint32_t name, uint32_t arity, uint32_t first, nb::bytes cells) {
                self.add_facts(name, arity, first, numbers_of<int64_t>(cells));
            },
            "name"_a, "arity"_a, "first"_a, "cells"_a,
            "Facts, numbered from `first` on, whose arguments are atoms and whole numbers: their cells.")
        .def("finish", &logic::Program::finish, "name"_a, "arity"_a, "All clauses of a predicate are there.");
    nb::enum_<logic::Outcome>(module, "ProofOutcome")
        .value("ANSWER", logic::Outcome::ANSWER)
        .value("EXHAUSTED", logic::Outcome::EXHAUSTED)
        .value("STOPPED", logic::Outcome::STOPPED)
        .value("UNABLE", logic::Outcome::UNABLE);
    nb::class_<ToldTerms>(module, "ToldTerms", "Terms as a search tells them, to be written.")
        .def("__init__",
             [](ToldTerms* self, nb::bytes words, nb::typed<nb::sequence, nb::bytes> names) {
                 std::vector<std::string> texts;
                 for (nb::handle name : names) texts.push_back(text_of(name));
                 new (self) ToldTerms(numbers_of<int64_t>(words), std::move(texts));
             },
             "words"_a, "names"_a, "`names` are those of the variables, by their numbers.");
    nb::class_<TermWriter>(module, "TermWriter", "Writes terms.")
        .def(nb::init<AtomText, NameText, uint32_t, uint32_t>(), "atoms"_a, "names"_a, "nil"_a, "list"_a,
             "`atoms` tells the text of an atom as an argument, and whether it needs no brackets beside an operator; `names` of a "
             "name and an arity what stands in front of the arguments, or between two, whether it is between, and whether the whole "
             "needs no brackets as a value. None of what is written in another way.")
        .def("text", &TermWriter::text, "words"_a,
             "A term as `ProofQuestion` tells it; None if the texts of its parts do not make it.")
        .def("goal", &TermWriter::goal, "terms"_a, "name"_a, "cells"_a, "A goal with arguments of some cells, likewise.");
    nb::class_<ProofSearch>(module, "ProofSearch", "A depth-first search for proofs of a goal.")
        .def(
            "__init__",
            [](ProofSearch* self, nb::typed<nb::object, logic::Program> program, uint32_t variables, uint32_t first,
               nb::bytes words, nb::bytes body, const Limits& limits, bool recorded, Asked resolve, Report report,
               Answers ask) {
                const logic::Stated query = stated(0, variables, first, words, nb::bytes("", 0), body);
                able([&] {
                    new (self) ProofSearch(std::move(program), query, limits, recorded, std::move(resolve),
                                           std::move(report), std::move(ask));
                });
            },
            "program"_a, "variables"_a, "first"_a, "words"_a, "body"_a, "limits"_a, "recorded"_a, "resolve"_a,
            "report"_a = nb::none(), "ask"_a = nb::none(),
            "`resolve` is called with a name and an arity that are not declared, or not finished; it returns whether "
            "they are now. `ask` is called with a name, an arity and the words of a goal that Python answers.")
        .def("start", [](ProofSearch& self, int64_t bound) { self.machine().start(bound); }, "bound"_a,
             "Begin again, with a bound on the number of clauses; negative: none.")
        .def("run", &ProofSearch::run, "Go on to the next answer.")
        .def("write", &ProofSearch::write, "writer"_a, "names"_a, "most"_a,
             "Go on over answers, `most` at most, and write a line of each; `names` are of the goal's variables, empty for one that "
             "is not told. How it ended, the number of lines, the lines, and whether the last answer has a value that is not written here.")
        .def(
            "told",
            [](ProofSearch& self, bool with_steps) {
                const logic::Told told = self.machine().told(with_steps);
                return nb::make_tuple(bytes_of(told.words), bytes_of(told.values), bytes_of(told.steps));
            },
            "with_steps"_a,
            "The answer that was found last: terms, children first; cells of the goal's variables; recorded steps, where 16 is added "
            "to what was done if there are variables. With steps there are more terms behind the others.",
            nb::sig("def told(self, with_steps: bool) -> tuple[bytes, bytes, bytes]"))
        .def("unfinished", [](ProofSearch& self) { return bytes_of(self.machine().unfinished()); },
             "The first tabled goal whose table lacks answers, as `ProofQuestion` tells a term; empty where all are complete. The "
             "search begins again.")
        .def_prop_ro("inferences", [](ProofSearch& self) { return self.machine().meter().expanded(); })
        .def_prop_ro("tried", [](ProofSearch& self) { return self.machine().applied(); })
        .def_prop_ro("peak_memory", [](ProofSearch& self) { return self.machine().meter().peak(); }, "In bytes.")
        .def_prop_ro("depth", [](ProofSearch& self) { return self.machine().depth(); }, "Clauses of the answer's proof.")
        .def_prop_ro("limit", [](ProofSearch& self) { return name_of(self.machine().limit()); })
        .def_prop_ro("reason", [](ProofSearch& self) { return self.machine().reason(); },
                     "Why the kernel cannot go on.")
        .def_prop_ro("cut_short", [](ProofSearch& self) { return self.machine().cut_short(); },
                     "Whether the bound has ended a branch.")
        .def_prop_ro("open_choices", [](ProofSearch& self) { return self.machine().open_choices(); });
    nb::class_<ProofQuestion>(module, "ProofQuestion", "A goal that is asked of many states.")
        .def(
            "__init__",
            [](ProofQuestion* self, nb::typed<nb::object, logic::Program> program, uint32_t variables, uint32_t first,
               nb::bytes words, nb::bytes body, const Limits& limits, Asked resolve, Atoms atoms,
               nb::typed<nb::callable, int(nb::str)> intern, nb::object texts, ListOf<uint32_t> wanted,
               nb::bytes form_words, nb::bytes form, Answers ask) {
                const logic::Stated query = stated(0, variables, first, words, nb::bytes("", 0), body);
                able([&] {
                    new (self) ProofQuestion(std::move(program), query, limits, std::move(resolve), std::move(atoms),
                                             std::move(intern), std::move(texts),
                                             value_of<std::vector<uint32_t>>(wanted),
                                             {numbers_of<int64_t>(form_words), numbers_of<int64_t>(form)},
                                             std::move(ask));
                });
            },
            "program"_a, "variables"_a, "first"_a, "words"_a, "body"_a, "limits"_a, "resolve"_a, "atoms"_a, "intern"_a,
            "texts"_a, "wanted"_a, "form_words"_a, "form"_a, "ask"_a = nb::none(),
            "The first variables are the cells of a state; `wanted` are those whose values are told, of which the first is "
            "a state where there is a form.")
        .def("ask", &ProofQuestion::ask, "state"_a, "most"_a,
             "How the search ended, and for each answer a tuple of values. A compound term is told as bytes: its words, "
             "then its cell. A state may have one such term for a cell.",
             nb::sig("def ask(self, state: tuple[int | str | bytes, ...], most: int) -> "
                     "tuple[ProofOutcome, list[tuple[typing.Any, ...]]]"))
        .def("ask_new", &ProofQuestion::ask_new, "state"_a,
             "How the search ended, how many answers there were, and the states among their first values that were not told "
             "since `forget`, each as `ask` takes it.",
             nb::sig("def ask_new(self, state: tuple[int | str | bytes, ...]) -> "
                     "tuple[ProofOutcome, int, list[tuple[int | str | bytes, ...]]]"))
        .def("forget", &ProofQuestion::forget, "Forget which states were told.")
        .def_prop_ro("inferences", [](ProofQuestion& self) { return self.machine().meter().expanded(); })
        .def_prop_ro("limit", [](ProofQuestion& self) { return name_of(self.machine().limit()); })
        .def_prop_ro("reason", [](ProofQuestion& self) { return self.machine().reason(); },
                     "Why the kernel cannot go on.");
}
