// A table that several threads go through in chunks, and limits on that.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "core/request.hpp"

namespace arcwise {

constexpr uint64_t CHUNK = 1 << 14;  // entries

// Every thread calls make_worker() for a worker of its own, and that with the begin and end of a chunk and a function
// that says whether to stop. The caller's thread watches clock and user, who is told what is `reached`. Throws Stopped.
template <class MakeWorker>
void share_chunks(uint64_t size, int threads, Meter& meter, const std::atomic<uint64_t>& reached,
                  const MakeWorker& make_worker) {
    std::atomic<uint64_t> taken{0};
    std::atomic<bool> halt{false};
    Limit limit = Limit::NONE;
    std::exception_ptr failure;
    std::mutex failing;
    const auto work = [&](bool watches) {
        try {
            auto worker = make_worker();
            for (uint64_t begin; !halt && (begin = taken.fetch_add(CHUNK)) < size;) {
                worker.expand(begin, std::min(begin + CHUNK, size), [&] {
                    if (watches && (limit = meter.limit_after(reached)) != Limit::NONE) halt = true;
                    return bool(halt);
                });
            }
        } catch (...) {
            std::lock_guard guard(failing);
            failure = std::current_exception();
            halt = true;
        }
    };
    {
        const uint64_t chunks = size / CHUNK + 1;
        std::vector<std::jthread> others;
        for (int worker = 1; worker < threads && uint64_t(worker) < chunks; ++worker) others.emplace_back(work, false);
        work(true);
    }
    if (failure) std::rethrow_exception(failure);
    if (limit != Limit::NONE) throw Stopped{limit};
}

// Runs what fills a table, and notes how much it expanded however that ends.
template <class Filler>
void fill_and_count(Filler& filler, int threads, Outcome& outcome) {
    struct Count {
        Filler& filler;
        Outcome& outcome;
        ~Count() { outcome.counters.expanded = filler.expanded(); }
    } count{filler, outcome};
    filler.run(threads);
}

}  // namespace arcwise
