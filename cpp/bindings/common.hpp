// What the bindings share: arrays for Python to keep, and Python's texts, lists and buffers to read.
#pragma once

#include <cstdint>
#include <string_view>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "../words/encode.hpp"

namespace nb = nanobind;

namespace cutline::bindings {

using namespace nb::literals;

using Matrix = nb::ndarray<nb::numpy, double, nb::ndim<2>>;
using Vector = nb::ndarray<nb::numpy, double, nb::ndim<1>>;
using ReadMatrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using ReadIndices = nb::ndarray<const uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

inline double *new_doubles(std::size_t count, nb::capsule &owner) {
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

inline std::string_view utf8_of(nb::handle text) {
    Py_ssize_t size = 0;
    const char *data = PyUnicode_Check(text.ptr()) ? PyUnicode_AsUTF8AndSize(text.ptr(), &size) : nullptr;
    if (!data) {
        if (!PyErr_Occurred()) PyErr_Format(PyExc_TypeError, "expected text, found %S", nb::type_name(text.type()).ptr());
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
    // Not by the macros for what PySequence_Fast returns: those are no part of the stable interface.
    const bool is_list = PyList_Check(fast.ptr());
    for (Py_ssize_t i = 0; i < (is_list ? PyList_Size(fast.ptr()) : PyTuple_Size(fast.ptr())); ++i)
        use(nb::handle(is_list ? PyList_GetItem(fast.ptr(), i) : PyTuple_GetItem(fast.ptr(), i)));
}

inline Texts texts_of(nb::handle captions) {
    std::size_t bytes = 0, count = 0;
    for_each_item(captions, [&](nb::handle caption) { bytes += utf8_of(caption).size(), ++count; });
    Texts texts;
    texts.reserve(count, bytes);
    for_each_item(captions, [&](nb::handle caption) { texts.append(utf8_of(caption)); });
    return texts;
}

} // namespace cutline::bindings
