// Memory for large arrays: on large pages where the system offers them.
//
// A new page costs the system the same whatever its size, and each small page that is read at random needs its address
// looked up anew: on small pages a fifth of the time goes into that.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace cutline {

template <class T> struct LargePageAllocator {
    using value_type = T;

    LargePageAllocator() = default;
    template <class U> LargePageAllocator(const LargePageAllocator<U> &) {}

    T *allocate(std::size_t count) {
        constexpr std::size_t kPage = std::size_t{2} << 20;
        std::size_t bytes = count * sizeof(T);
        if (bytes < kPage) {
            if (void *memory = std::malloc(bytes)) return static_cast<T *>(memory);
            throw std::bad_alloc();
        }
        // aligned_alloc wants a whole number of alignments.
        void *memory = std::aligned_alloc(kPage, (bytes + kPage - 1) / kPage * kPage);
        if (!memory) throw std::bad_alloc();
#ifdef __linux__
        madvise(memory, (bytes + kPage - 1) / kPage * kPage, MADV_HUGEPAGE); // a wish: refusal changes nothing
#endif
        return static_cast<T *>(memory);
    }
    void deallocate(T *memory, std::size_t) { std::free(memory); }

    template <class U> bool operator==(const LargePageAllocator<U> &) const { return true; }
    template <class U> bool operator!=(const LargePageAllocator<U> &) const { return false; }
};

template <class T> using LargeVector = std::vector<T, LargePageAllocator<T>>;

} // namespace cutline
