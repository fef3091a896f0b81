// The one file that knows of Python: turns its objects into the kernels' and back.
#include <array>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "json/reader.hpp"
#include "meteor/compiler.hpp"
#include "metrics/bleu.hpp"
#include "metrics/cider.hpp"
#include "metrics/frequencies.hpp"
#include "metrics/meteor.hpp"
#include "metrics/rouge.hpp"
#include "ptb/lexer.hpp"
#include "text/checksum.hpp"
#include "words/encode.hpp"
#include "words/fingerprint.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace cutline;

namespace {

using Matrix = nb::ndarray<nb::numpy, double, nb::ndim<2>>;
using Vector = nb::ndarray<nb::numpy, double, nb::ndim<1>>;
using ReadMatrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using ReadIndices = nb::ndarray<const uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

double *new_doubles(std::size_t count, nb::capsule &owner) {
    double *data = new double[count ? count : 1]();
    owner = nb::capsule(data, [](void *pointer) noexcept { delete[] static_cast<double *>(pointer); });
    return data;
}

// A rows x columns array that `fill` writes with the interpreter lock released.
template <class Fill> Matrix make_matrix(std::size_t rows, std::size_t columns, Fill fill) {
    nb::capsule owner;
    double *data = new_doubles(rows * columns, owner);
    {
        nb::gil_scoped_release unlocked;
        fill(data);
    }
    return Matrix(data, {rows, columns}, owner);
}

template <class Fill> Vector make_vector(std::size_t size, Fill fill) {
    nb::capsule owner;
    double *data = new_doubles(size, owner);
    {
        nb::gil_scoped_release unlocked;
        fill(data);
    }
    return Vector(data, {size}, owner);
}

std::string_view utf8_of(nb::handle text) {
    Py_ssize_t size = 0;
    const char *data = PyUnicode_Check(text.ptr()) ? PyUnicode_AsUTF8AndSize(text.ptr(), &size) : nullptr;
    if (!data) {
        if (!PyErr_Occurred()) PyErr_Format(PyExc_TypeError, "expected text, found %s", Py_TYPE(text.ptr())->tp_name);
        nb::raise_python_error();
    }
    return {data, static_cast<std::size_t>(size)};
}

// Anything with a buffer, such as bytes or a memory map.
class Buffer {
  public:
    explicit Buffer(nb::handle source) {
        if (PyObject_GetBuffer(source.ptr(), &view_, PyBUF_SIMPLE)) nb::raise_python_error();
    }
    ~Buffer() { PyBuffer_Release(&view_); }
    Buffer(const Buffer &) = delete;

    std::string_view bytes() const { return {static_cast<const char *>(view_.buf), static_cast<std::size_t>(view_.len)}; }

  private:
    Py_buffer view_;
};

// Calls use(item) for each item of a list or tuple.
template <class Use> void for_each_item(nb::handle items, Use use) {
    nb::object fast = nb::steal(PySequence_Fast(items.ptr(), "expected a list or a tuple"));
    if (!fast.is_valid()) nb::raise_python_error();
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(fast.ptr()); ++i) use(nb::handle(PySequence_Fast_GET_ITEM(fast.ptr(), i)));
}

Texts texts_of(nb::handle captions) {
    std::size_t bytes = 0, count = 0;
    for_each_item(captions, [&](nb::handle caption) { bytes += utf8_of(caption).size(), ++count; });
    Texts texts;
    texts.reserve(count, bytes);
    for_each_item(captions, [&](nb::handle caption) { texts.append(utf8_of(caption)); });
    return texts;
}

Tokenization tokenization_of(const std::string &name) {
    if (name == "joined") return Tokenization::joined;
    if (name == "alone") return Tokenization::alone;
    if (name == "none") return Tokenization::none;
    throw nb::value_error(("tokenization is joined, alone or none, not " + name).c_str());
}

rouge::Pick pick_of(const std::string &name) {
    if (name == "separately") return rouge::Pick::separately;
    if (name == "together") return rouge::Pick::together;
    throw nb::value_error(("pick is separately or together, not " + name).c_str());
}

bleu::ReferenceLength reference_length_of(const std::string &name) {
    if (name == "closest") return bleu::ReferenceLength::closest;
    if (name == "shortest") return bleu::ReferenceLength::shortest;
    if (name == "average") return bleu::ReferenceLength::average;
    throw nb::value_error(("reference length is closest, shortest or average, not " + name).c_str());
}

int order_of(int n) {
    if (n < 1 || n > kMaxOrder) throw nb::value_error("n-grams have 1 to 4 words");
    return n;
}

nb::list tokenize_texts(nb::handle captions, const std::string &tokenization, std::size_t jobs) {
    Texts texts = texts_of(captions);
    Tokenization how = tokenization_of(tokenization);
    Texts words;
    {
        nb::gil_scoped_release unlocked;
        words = tokenize(std::move(texts), how, jobs);
    }
    nb::list result;
    for (std::size_t i = 0; i < words.count(); ++i) result.append(nb::str(words[i].data(), words[i].size()));
    return result;
}

nb::bytes lex(nb::bytes text) {
    std::string_view input(text.c_str(), text.size());
    if (std::size_t at = first_invalid(input); at != kAllValid)
        throw nb::value_error(("byte " + std::to_string(at) + " is not UTF-8").c_str());
    std::string out;
    {
        nb::gil_scoped_release unlocked;
        ptb::Text read{std::string(input)};
        read.lex(0, read.size(), out);
    }
    return nb::bytes(out.data(), out.size());
}

std::shared_ptr<References> make_references(nb::handle images, const std::string &tokenization, std::size_t jobs) {
    auto references = std::make_shared<References>();
    Texts texts;
    std::size_t bytes = 0, count = 0;
    for_each_item(images, [&](nb::handle captions) {
        for_each_item(captions, [&](nb::handle caption) { bytes += utf8_of(caption).size(), ++count; });
    });
    texts.reserve(count, bytes);
    for_each_item(images, [&](nb::handle captions) {
        for_each_item(captions, [&](nb::handle caption) { texts.append(utf8_of(caption)); });
        references->image_ends.push_back(texts.count());
    });
    Tokenization how = tokenization_of(tokenization);
    nb::gil_scoped_release unlocked;
    references->fingerprint = fingerprint(texts, references->image_ends);
    auto vocabulary = std::make_shared<Vocabulary>();
    references->sentences = encode(std::move(texts), how, Vocabulary(), *vocabulary, jobs);
    references->vocabulary = vocabulary;
    return references;
}

std::shared_ptr<Candidates> make_candidates(const References &references, nb::handle captions, const ReadIndices &images,
                                            const std::string &tokenization, std::size_t jobs) {
    Texts texts = texts_of(captions);
    auto candidates = std::make_shared<Candidates>();
    candidates->images.assign(images.data(), images.data() + images.shape(0));
    if (texts.count() != candidates->count()) throw nb::value_error("as many image indices as captions are needed");
    for (uint32_t image : candidates->images)
        if (image >= references.images()) throw nb::index_error("an image index is beyond the references");
    Tokenization how = tokenization_of(tokenization);
    nb::gil_scoped_release unlocked;
    candidates->sentences = encode(std::move(texts), how, *references.vocabulary, candidates->added, jobs);
    return candidates;
}

Matrix bleu_statistics(const References &references, const Candidates &candidates, const std::string &reference_length,
                       std::size_t jobs) {
    auto choice = reference_length_of(reference_length);
    return make_matrix(candidates.count(), bleu::kColumns,
                       [&](double *rows) { bleu::statistics(references, candidates, choice, jobs, rows); });
}

Vector bleu_scores(const ReadMatrix &rows, int n, bool official_constants) {
    if (rows.shape(1) != bleu::kColumns) throw nb::value_error("BLEU statistics have 10 columns");
    order_of(n);
    return make_vector(rows.shape(0), [&](double *values) {
        bleu::scores(rows.data(), rows.shape(0), n, official_constants, values);
    });
}

Matrix rouge_n_statistics(const References &references, const Candidates &candidates, int n, std::size_t jobs) {
    order_of(n);
    return make_matrix(candidates.count(), 2,
                       [&](double *rows) { rouge::n_statistics(references, candidates, n, jobs, rows); });
}

Matrix rouge_l_statistics(const References &references, const Candidates &candidates, const std::string &pick, double beta,
                          bool by_single_space, std::size_t jobs) {
    auto how = pick_of(pick);
    return make_matrix(candidates.count(), 2, [&](double *rows) {
        rouge::l_statistics(references, candidates, how, beta, by_single_space, jobs, rows);
    });
}

Matrix rouge_s_statistics(const References &references, const Candidates &candidates, const std::string &pick, double beta,
                          std::size_t distance, std::size_t jobs) {
    auto how = pick_of(pick);
    return make_matrix(candidates.count(), 2, [&](double *rows) {
        rouge::s_statistics(references, candidates, how, beta, distance, jobs, rows);
    });
}

std::shared_ptr<Frequencies> count_frequencies(const References &references, int n, std::size_t jobs) {
    order_of(n);
    nb::gil_scoped_release unlocked;
    return std::make_shared<Frequencies>(references, n, jobs);
}

// Entries are (words, count) with one to four words each.
std::shared_ptr<Frequencies> frequencies_from(nb::iterable entries, double images) {
    auto frequencies = std::make_shared<Frequencies>(images);
    std::vector<std::string_view> words;
    for (nb::handle entry : entries) {
        words.clear();
        for_each_item(entry[nb::int_(0)], [&](nb::handle word) { words.push_back(utf8_of(word)); });
        order_of(static_cast<int>(words.size()));
        frequencies->add(words, nb::cast<uint32_t>(entry[nb::int_(1)]));
    }
    return frequencies;
}

nb::list frequency_entries(const Frequencies &frequencies) {
    nb::list entries;
    frequencies.for_each([&](const WordId *ids, uint32_t count) {
        nb::list words;
        for (int i = 0; i < kMaxOrder && ids[i]; ++i) {
            std::string_view word = frequencies.vocabulary()->word(ids[i]);
            words.append(nb::str(word.data(), word.size()));
        }
        entries.append(nb::make_tuple(nb::tuple(words), count));
    });
    return entries;
}

// Without frequencies, those of the references themselves are counted.
std::shared_ptr<cider::Prepared> prepare_cider(std::shared_ptr<References> references,
                                               std::shared_ptr<Frequencies> frequencies, int n, std::size_t jobs) {
    order_of(n);
    nb::gil_scoped_release unlocked;
    if (!frequencies) return std::make_shared<cider::Prepared>(std::move(references), n, jobs);
    return std::make_shared<cider::Prepared>(std::move(references), std::move(frequencies), n, jobs);
}

Vector cider_scores(const cider::Prepared &prepared, const Candidates &candidates, bool clip, double sigma,
                    bool length_in_bigrams, std::size_t jobs) {
    return make_vector(candidates.count(), [&](double *values) {
        cider::scores(prepared, candidates, {clip, sigma, length_in_bigrams}, jobs, values);
    });
}

uint64_t checksum_of(nb::handle source, uint64_t state) {
    Buffer buffer(source);
    nb::gil_scoped_release unlocked;
    return checksum(buffer.bytes(), state);
}

// METEOR's tables in a buffer that stays open as long as they do.
struct MeteorTables {
    explicit MeteorTables(nb::handle source) : buffer(source), tables(buffer.bytes()) {}
    Buffer buffer;
    meteor::Tables tables;
};

nb::bytes finish_meteor(meteor::Compiler &compiler, nb::bytes function_words, nb::bytes prefixes, nb::bytes synsets, nb::bytes exceptions) {
    auto view = [](const nb::bytes &bytes) { return std::string_view(bytes.c_str(), bytes.size()); };
    std::string file = compiler.finish(view(function_words), view(prefixes), view(synsets), view(exceptions));
    return nb::bytes(file.data(), file.size());
}

// alpha, beta, gamma, delta and the weight of each stage.
using MeteorParameters = std::array<double, 4 + meteor::kStages>;

meteor::Parameters parameters_of(const MeteorParameters &values) {
    meteor::Parameters parameters{values[0], values[1], values[2], values[3], {}};
    std::copy(values.begin() + 4, values.end(), parameters.weights);
    return parameters;
}

std::shared_ptr<meteor::Prepared> prepare_meteor(std::shared_ptr<References> references, std::shared_ptr<MeteorTables> tables, std::size_t jobs) {
    nb::gil_scoped_release unlocked;
    return std::make_shared<meteor::Prepared>(std::move(references), std::shared_ptr<const meteor::Tables>(tables, &tables->tables), jobs);
}

Matrix meteor_statistics(const meteor::Prepared &prepared, const Candidates &candidates, const MeteorParameters &parameters, std::size_t jobs) {
    return make_matrix(candidates.count(), meteor::kColumns, [&](double *rows) {
        meteor::statistics(prepared, candidates, parameters_of(parameters), jobs, rows);
    });
}

void check_meteor_columns(const ReadMatrix &rows) {
    if (rows.shape(1) != meteor::kColumns) throw nb::value_error("METEOR statistics have 23 columns");
}

Vector meteor_scores(const ReadMatrix &rows, const MeteorParameters &parameters) {
    check_meteor_columns(rows);
    return make_vector(rows.shape(0), [&](double *values) {
        meteor::scores(rows.data(), rows.shape(0), parameters_of(parameters), values);
    });
}

Matrix meteor_sum(const ReadMatrix &rows) {
    check_meteor_columns(rows);
    return make_matrix(1, meteor::kColumns, [&](double *total) { meteor::sum(rows.data(), rows.shape(0), total); });
}

// (precision, recall, F, fragmentation, score) of a row.
nb::tuple meteor_parts(const ReadMatrix &rows, const MeteorParameters &parameters) {
    check_meteor_columns(rows);
    if (rows.shape(0) != 1) throw nb::value_error("one row is needed");
    meteor::Score score = meteor::score(rows.data(), parameters_of(parameters));
    return nb::make_tuple(score.precision, score.recall, score.f, score.fragmentation, score.value);
}

// For each reference: the words of both sides, the pairs (stage, candidate start and length, reference start and length), and
// the statistics.
nb::list meteor_explain(const MeteorTables &tables, const std::string &candidate, const std::vector<std::string> &references) {
    nb::list answers;
    for (const meteor::Explanation &found : meteor::explain(tables.tables, candidate, references)) {
        nb::list pairs, row;
        for (const auto &pair : found.pairs)
            pairs.append(nb::make_tuple(static_cast<int>(pair.stage), pair.candidate_start, pair.candidate_length, pair.reference_start, pair.reference_length));
        for (double value : found.row) row.append(value);
        answers.append(nb::make_tuple(found.candidate, found.reference, pairs, row));
    }
    return answers;
}

// The values of each group: group_of maps a key to its group's number, groups are 0 .. groups-1. Returns a list of
// lists, and the places of values whose key has no group. Lists are made in their final size: growing two hundred
// thousand of them takes most of the time otherwise.
nb::tuple grouped(nb::dict group_of, std::size_t groups, nb::list keys, nb::list values) {
    if (keys.size() != values.size()) throw nb::value_error("as many keys as values are needed");
    constexpr std::size_t kStranger = static_cast<std::size_t>(-1);
    std::vector<std::size_t> group(keys.size(), kStranger), sizes(groups);
    nb::list strangers;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        PyObject *number = PyDict_GetItemWithError(group_of.ptr(), PyList_GET_ITEM(keys.ptr(), static_cast<Py_ssize_t>(i)));
        if (!number && PyErr_Occurred()) nb::raise_python_error();
        if (!number) {
            strangers.append(i);
            continue;
        }
        group[i] = PyLong_AsSize_t(number);
        if (group[i] >= groups) throw nb::index_error("a group's number is beyond the last");
        ++sizes[group[i]];
    }
    nb::object lists = nb::steal(PyList_New(static_cast<Py_ssize_t>(groups)));
    for (std::size_t i = 0; i < groups; ++i)
        PyList_SET_ITEM(lists.ptr(), static_cast<Py_ssize_t>(i), PyList_New(static_cast<Py_ssize_t>(sizes[i])));
    std::vector<Py_ssize_t> filled(groups);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (group[i] == kStranger) continue;
        PyObject *list = PyList_GET_ITEM(lists.ptr(), static_cast<Py_ssize_t>(group[i]));
        PyObject *value = PyList_GET_ITEM(values.ptr(), static_cast<Py_ssize_t>(i));
        Py_INCREF(value);
        PyList_SET_ITEM(list, filled[group[i]]++, value);
    }
    return nb::make_tuple(lists, strangers);
}

// Places of values that are not ordinary captions: no text, blank, too long, or with a character that a caption should not
// hold. Nearly all captions pass here, so what is wrong with the others is looked at one by one, in Python.
nb::list unusual_texts(nb::list values, std::size_t longest) {
    nb::list places;
    for (std::size_t i = 0; i < values.size(); ++i) {
        PyObject *value = PyList_GET_ITEM(values.ptr(), static_cast<Py_ssize_t>(i));
        bool is_usual = PyUnicode_CheckExact(value) && PyUnicode_IS_COMPACT_ASCII(value);
        if (is_usual) {
            std::string_view text(static_cast<const char *>(PyUnicode_DATA(value)),
                                  static_cast<std::size_t>(PyUnicode_GET_LENGTH(value)));
            unsigned char control = 0, other_than_space = 0; // plain bytes, so that the compiler takes many at once
            for (unsigned char c : text) {
                control |= static_cast<unsigned char>(c - 0x20) >= 0x5F; // below a space, or delete
                other_than_space |= c ^ ' ';
            }
            is_usual = other_than_space && !control && text.size() <= longest;
        }
        if (!is_usual) places.append(i);
    }
    return places;
}

// Builds Python objects from what the JSON reader reports. An array of records that the caller has named becomes
// columns, a list for each field: a dictionary for each record would cost most of the time of reading a file.
class Builder {
  public:
    // `tables` maps a key of the top object ("" for a top array) to the fields wanted of that array's records;
    // of objects deeper down only the keys in `nested` are kept.
    Builder(nb::dict tables, nb::handle nested) : tables_(std::move(tables)), nested_(nested) {}

    void null() { put(nb::none()); }
    void boolean(bool value) { put(nb::bool_(value)); }
    void integer(int64_t value) { put(nb::steal(PyLong_FromLongLong(value))); }
    void real(double value) { put(nb::steal(PyFloat_FromDouble(value))); }
    void big_integer(std::string_view digits) {
        nb::object value = nb::steal(PyLong_FromString(std::string(digits).c_str(), nullptr, 10));
        // Python refuses thousands of digits; such a number is no id, whatever its value.
        if (!value.is_valid()) {
            PyErr_Clear();
            value = nb::steal(PyFloat_FromDouble(std::numeric_limits<double>::infinity()));
        }
        put(std::move(value));
    }
    void text(std::string_view utf8, bool has_lone_surrogate) { put(decoded(utf8, has_lone_surrogate)); }

    void begin_array() {
        nb::object fields = table_fields();
        if (fields.is_valid()) {
            open_.push_back({Kind::table, {}, {}});
            columns_.clear();
            for_each_item(fields, [&](nb::handle field) { columns_.push_back({interned(nb::borrow(field)), nb::list()}); });
            rows_ = 0;
            strays_ = nb::list();
        } else {
            open_.push_back({Kind::array, nb::list(), {}});
        }
    }

    void end_array() {
        if (open_.back().kind != Kind::table) return close();
        nb::dict columns;
        for (Column &column : columns_) {
            if (column.values.size() == 0) continue; // no record has this field
            fill(column);
            columns[column.name] = std::move(column.values);
        }
        open_.pop_back();
        put(nb::make_tuple(rows_, columns, strays_));
    }

    void begin_object() {
        bool is_record = !open_.empty() && open_.back().kind == Kind::table;
        if (is_record) open_.push_back({Kind::record, {}, {}});
        else open_.push_back({Kind::object, nb::dict(), {}});
    }

    void end_object() {
        if (open_.back().kind != Kind::record) return close();
        open_.pop_back();
        ++rows_;
    }

    bool key(std::string_view name, std::size_t offset) {
        Open &top = open_.back();
        nb::object key = key_object(name);
        if (top.kind == Kind::record) {
            current_ = nullptr;
            for (Column &column : columns_)
                if (column.name.ptr() == key.ptr()) current_ = &column; // both are interned
            if (!current_) return false;
            if (PyList_GET_SIZE(current_->values.ptr()) > static_cast<Py_ssize_t>(rows_)) duplicates.append(nb::make_tuple(offset, key));
            return true;
        }
        if (open_.size() > 1 && PySet_Contains(nested_.ptr(), key.ptr()) != 1) return false;
        if (PyDict_Contains(top.container.ptr(), key.ptr()) == 1) duplicates.append(nb::make_tuple(offset, key));
        top.key = std::move(key);
        return true;
    }

    nb::object root;
    nb::list duplicates; // (offset, key)

  private:
    enum class Kind { array, object, table, record };
    struct Open {
        Kind kind;
        nb::object container, key;
    };
    struct Column {
        nb::object name;
        nb::list values;
    };

    static nb::object decoded(std::string_view utf8, bool has_lone_surrogate) {
        nb::object text = nb::steal(PyUnicode_DecodeUTF8(utf8.data(), static_cast<Py_ssize_t>(utf8.size()),
                                                         has_lone_surrogate ? "surrogatepass" : "strict"));
        if (!text.is_valid()) nb::raise_python_error();
        return text;
    }

    // The one object that Python keeps for equal texts, so that comparing pointers is enough.
    static nb::object interned(nb::object text) {
        PyObject *shared = text.release().ptr();
        PyUnicode_InternInPlace(&shared);
        return nb::steal(shared);
    }

    // Records repeat their few keys: one object serves them all.
    nb::object key_object(std::string_view name) {
        std::size_t guess = name.empty() ? 0 : name.size() + 7 * static_cast<unsigned char>(name[0]) +
                                                   31 * static_cast<unsigned char>(name.back());
        auto &[known, object] = keys_[guess % keys_.size()];
        if (!object.is_valid() || known != name) {
            known = name;
            object = interned(decoded(name, true));
        }
        return object;
    }

    // The fields of a table that begins here; invalid if none does.
    nb::object table_fields() const {
        nb::object name;
        if (open_.empty()) name = nb::str("");
        else if (open_.size() == 1 && open_[0].kind == Kind::object) name = open_[0].key;
        else return {};
        return nb::borrow(PyDict_GetItem(tables_.ptr(), name.ptr()));
    }

    // Rows that lack a field hold Ellipsis there.
    void fill(Column &column) {
        while (PyList_GET_SIZE(column.values.ptr()) < static_cast<Py_ssize_t>(rows_)) column.values.append(nb::ellipsis());
    }

    void put(nb::object value) {
        if (open_.empty()) {
            root = std::move(value);
            return;
        }
        Open &top = open_.back();
        switch (top.kind) {
        case Kind::array: PyList_Append(top.container.ptr(), value.ptr()); break;
        case Kind::object: PyDict_SetItem(top.container.ptr(), top.key.ptr(), value.ptr()); break;
        case Kind::table: strays_.append(nb::make_tuple(rows_++, value)); break; // not a record
        case Kind::record:
            fill(*current_);
            if (PyList_GET_SIZE(current_->values.ptr()) > static_cast<Py_ssize_t>(rows_))
                PyList_SetItem(current_->values.ptr(), static_cast<Py_ssize_t>(rows_), value.release().ptr());
            else
                PyList_Append(current_->values.ptr(), value.ptr());
            break;
        }
    }

    void close() {
        nb::object done = std::move(open_.back().container);
        open_.pop_back();
        put(std::move(done));
    }

    nb::dict tables_;
    nb::handle nested_;
    std::vector<Open> open_;
    std::array<std::pair<std::string, nb::object>, 64> keys_;
    // The table being read. Tables are not nested, so there is one at a time.
    std::vector<Column> columns_;
    Column *current_ = nullptr;
    std::size_t rows_ = 0;
    nb::list strays_;
};

nb::object json_error_type;

[[noreturn]] void raise_json_error(const json::Error &error) {
    nb::object exception = json_error_type(error.what(), error.offset);
    PyErr_SetObject(json_error_type.ptr(), exception.ptr());
    nb::raise_python_error();
}

nb::tuple load_json(nb::handle source, nb::dict tables, nb::handle nested) {
    Buffer buffer(source);
    Builder builder(std::move(tables), nested);
    try {
        json::Reader<Builder>(buffer.bytes(), builder).read();
    } catch (const json::Error &error) {
        raise_json_error(error);
    }
    return nb::make_tuple(builder.root, builder.duplicates);
}

} // namespace

NB_MODULE(_kernels, module) {
    module.doc() = "Cutline's compiled kernels.";
    nb::class_<References>(module, "References")
        .def_prop_ro("images", &References::images)
        .def_prop_ro("captions", [](const References &r) { return r.image_ends.back(); })
        .def_prop_ro("words", [](const References &r) { return r.vocabulary->size(); })
        .def_ro("fingerprint", &References::fingerprint);
    nb::class_<Candidates>(module, "Candidates").def_prop_ro("count", &Candidates::count);
    nb::class_<Frequencies>(module, "Frequencies")
        .def_prop_ro("images", &Frequencies::images)
        .def("__len__", &Frequencies::size)
        .def("entries", &frequency_entries);
    nb::class_<cider::Prepared>(module, "PreparedCider");

    module.def("lex", &lex, "text"_a);
    module.def("tokenize", &tokenize_texts, "captions"_a, "tokenization"_a, "jobs"_a);
    module.def("make_references", &make_references, "images"_a, "tokenization"_a, "jobs"_a);
    module.def("make_candidates", &make_candidates, "references"_a, "captions"_a, "images"_a, "tokenization"_a, "jobs"_a);
    module.def("bleu_statistics", &bleu_statistics, "references"_a, "candidates"_a, "reference_length"_a, "jobs"_a);
    module.def("bleu_scores", &bleu_scores, "statistics"_a, "n"_a, "official_constants"_a);
    module.def("rouge_n_statistics", &rouge_n_statistics, "references"_a, "candidates"_a, "n"_a, "jobs"_a);
    module.def("rouge_l_statistics", &rouge_l_statistics, "references"_a, "candidates"_a, "pick"_a, "beta"_a,
               "by_single_space"_a, "jobs"_a);
    module.def("rouge_s_statistics", &rouge_s_statistics, "references"_a, "candidates"_a, "pick"_a, "beta"_a, "distance"_a,
               "jobs"_a);
    module.def("count_frequencies", &count_frequencies, "references"_a, "n"_a, "jobs"_a);
    module.def("frequencies_from", &frequencies_from, "entries"_a, "images"_a);
    module.def("prepare_cider", &prepare_cider, "references"_a, "frequencies"_a.none(), "n"_a, "jobs"_a);
    module.def("cider_scores", &cider_scores, "prepared"_a, "candidates"_a, "clip"_a, "sigma"_a, "length_in_bigrams"_a,
               "jobs"_a);
    nb::class_<meteor::Compiler>(module, "MeteorCompiler")
        .def(nb::init<>())
        .def("add_paraphrases", [](meteor::Compiler &compiler, nb::bytes piece) { compiler.add_paraphrases({piece.c_str(), piece.size()}); }, "piece"_a)
        .def("finish", &finish_meteor, "function_words"_a, "prefixes"_a, "synsets"_a, "exceptions"_a);
    nb::class_<MeteorTables>(module, "MeteorTables").def(nb::init<nb::handle>(), "source"_a);
    nb::class_<meteor::Prepared>(module, "PreparedMeteor");
    module.def("prepare_meteor", &prepare_meteor, "references"_a, "tables"_a, "jobs"_a);
    module.def("meteor_statistics", &meteor_statistics, "prepared"_a, "candidates"_a, "parameters"_a, "jobs"_a);
    module.def("meteor_scores", &meteor_scores, "statistics"_a, "parameters"_a);
    module.def("meteor_sum", &meteor_sum, "statistics"_a);
    module.def("meteor_parts", &meteor_parts, "statistics"_a, "parameters"_a);
    module.def("meteor_explain", &meteor_explain, "tables"_a, "candidate"_a, "references"_a);
    module.def("checksum", &checksum_of, "buffer"_a, "state"_a);
    module.def("grouped", &grouped, "group_of"_a, "groups"_a, "keys"_a, "values"_a);
    module.def("unusual_texts", &unusual_texts, "values"_a, "longest"_a);
    module.def("load_json", &load_json, "source"_a, "tables"_a, "nested"_a);
    // The exception is Python's own class: it is simpler there.
    module.def("set_json_error", [](nb::object type) { json_error_type = std::move(type); }, "type"_a);
}
