// JSON read into Python's objects.
#include <array>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "../json/reader.hpp"
#include "common.hpp"
#include "register.hpp"

namespace cutline::bindings {
namespace {

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
            if (PyList_Size(current_->values.ptr()) > static_cast<Py_ssize_t>(rows_)) duplicates.append(nb::make_tuple(offset, key));
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
        while (PyList_Size(column.values.ptr()) < static_cast<Py_ssize_t>(rows_)) column.values.append(nb::ellipsis());
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
            if (PyList_Size(current_->values.ptr()) > static_cast<Py_ssize_t>(rows_))
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

void register_json(nb::module_ &module) {
    module.def("load_json", &load_json, "source"_a, "tables"_a, "nested"_a);
    // The exception is Python's own class: it is simpler there.
    module.def("set_json_error", [](nb::object type) { json_error_type = std::move(type); }, "type"_a);
}

} // namespace cutline::bindings
