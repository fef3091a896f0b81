// Python's lists, looked through faster than Python can.
#include <cstddef>
#include <string_view>
#include <vector>

#include "common.hpp"
#include "register.hpp"

namespace cutline::bindings {
namespace {

// The values of each group: group_of maps a key to its group's number, groups are 0 .. groups-1. Returns a list of
// lists, and the places of values whose key has no group. Lists are made in their final size: growing two hundred
// thousand of them takes most of the time otherwise.
nb::tuple grouped(nb::dict group_of, std::size_t groups, nb::list keys, nb::list values) {
    if (keys.size() != values.size()) throw nb::value_error("as many keys as values are needed");
    constexpr std::size_t kStranger = static_cast<std::size_t>(-1);
    std::vector<std::size_t> group(keys.size(), kStranger), sizes(groups);
    nb::list strangers;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        PyObject *number = PyDict_GetItemWithError(group_of.ptr(), PyList_GetItem(keys.ptr(), static_cast<Py_ssize_t>(i)));
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
        PyList_SetItem(lists.ptr(), static_cast<Py_ssize_t>(i), PyList_New(static_cast<Py_ssize_t>(sizes[i])));
    std::vector<Py_ssize_t> filled(groups);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (group[i] == kStranger) continue;
        PyObject *list = PyList_GetItem(lists.ptr(), static_cast<Py_ssize_t>(group[i]));
        PyObject *value = PyList_GetItem(values.ptr(), static_cast<Py_ssize_t>(i));
        Py_INCREF(value);
        PyList_SetItem(list, filled[group[i]]++, value);
    }
    return nb::make_tuple(lists, strangers);
}

// Places of values that are not ordinary captions: no text, blank, too long, or with a character that a caption should not
// hold. Nearly all captions pass here, so what is wrong with the others is looked at one by one, in Python.
nb::list unusual_texts(nb::list values, std::size_t longest) {
    nb::list places;
    for (std::size_t i = 0; i < values.size(); ++i) {
        PyObject *value = PyList_GetItem(values.ptr(), static_cast<Py_ssize_t>(i));
        Py_ssize_t size = 0;
        const char *characters = PyUnicode_CheckExact(value) ? PyUnicode_AsUTF8AndSize(value, &size) : nullptr;
        if (!characters) PyErr_Clear(); // no text, or half of a pair of surrogates
        bool is_usual = characters && PyUnicode_GetLength(value) == size; // a byte each: ASCII
        if (is_usual) {
            std::string_view text(characters, static_cast<std::size_t>(size));
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

} // namespace

void register_lists(nb::module_ &module) {
    module.def("grouped", &grouped, "group_of"_a, "groups"_a, "keys"_a, "values"_a);
    module.def("unusual_texts", &unusual_texts, "values"_a, "longest"_a);
}

} // namespace cutline::bindings
