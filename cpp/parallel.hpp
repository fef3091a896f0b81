// Work split over threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

namespace cutline {

// Calls work(part) for part = 0 .. parts-1, each on a thread of its own; rethrows the first exception.
template <class Work> void run_parts(std::size_t parts, Work work) {
    if (parts <= 1) {
        if (parts == 1) work(std::size_t{0});
        return;
    }
    std::vector<std::exception_ptr> errors(parts);
    auto guarded = [&](std::size_t part) {
        try {
            work(part);
        } catch (...) {
            errors[part] = std::current_exception();
        }
    };
    std::vector<std::thread> threads;
    for (std::size_t part = 1; part < parts; ++part) threads.emplace_back(guarded, part);
    guarded(0);
    for (std::thread &thread : threads) thread.join();
    for (const std::exception_ptr &error : errors)
        if (error) std::rethrow_exception(error);
}

// Calls work(begin, end) on contiguous ranges that cover 0 .. count-1. A thread costs more than a
// few hundred captions, so small work stays on this one.
template <class Work> void run_ranges(std::size_t count, std::size_t jobs, Work work) {
    constexpr std::size_t kWorthAThread = 512;
    std::size_t parts = std::max<std::size_t>(1, std::min(jobs, count / kWorthAThread));
    run_parts(parts, [&](std::size_t part) { work(count * part / parts, count * (part + 1) / parts); });
}

} // namespace cutline
