#include "alignment.hpp"

#include <algorithm>
#include <array>

namespace cutline::meteor {
namespace {

constexpr std::size_t kBeam = 40;

// What a match adds to a path's count of matched words. METEOR weights all stages but the first with one half in its
// search and keeps whole numbers for either side, so a single word that is not an exact match adds nothing.
int gain(const Match &match) {
    if (match.stage == kExact) return match.candidate_length + match.reference_length;
    return match.candidate_length / 2 + match.reference_length / 2;
}

// Which words of a line are used: a line of at most 64 words.
struct FewWords {
    uint64_t bits = 0;
    void resize(std::size_t) { bits = 0; }
    static uint64_t mask(std::size_t start, std::size_t length) { return ((uint64_t{1} << length) - 1) << start; }
    bool any(std::size_t start, std::size_t length) const { return bits & mask(start, length); }
    void mark(std::size_t start, std::size_t length) { bits |= mask(start, length); }
};

// The same for a line of any length.
struct ManyWords {
    std::vector<uint64_t> bits;
    void resize(std::size_t size) { bits.assign((size + 63) / 64, 0); }
    bool any(std::size_t start, std::size_t length) const {
        for (std::size_t i = start; i < start + length; ++i)
            if (bits[i / 64] >> i % 64 & 1) return true;
        return false;
    }
    void mark(std::size_t start, std::size_t length) {
        for (std::size_t i = start; i < start + length; ++i) bits[i / 64] |= uint64_t{1} << i % 64;
    }
};

// Paths are sorted by a key that holds all that METEOR looks at: more matched words, then fewer chunks, then a smaller
// distance, then the order in which they came. The widths say how many bits each of them gets.
template <class Bits, int Words, int Chunks, int Distance, int Order> struct KeyOf {
    using Type = Bits;
    static constexpr Bits ones(int width) { return (Bits{1} << width) - 1; }
    static constexpr std::size_t kMostOrder = static_cast<std::size_t>(ones(Order));

    static Bits make(uint64_t words, uint64_t chunks, uint64_t distance, uint64_t order) {
        return (ones(Words) - words) << (Chunks + Distance + Order) | Bits{chunks} << (Distance + Order) |
               Bits{distance} << Order | order;
    }
    static uint32_t chunks(Bits key) { return static_cast<uint32_t>(key >> (Distance + Order) & ones(Chunks)); }
    static uint64_t distance(Bits key) { return static_cast<uint64_t>(key >> Order & ones(Distance)); }
    static std::size_t order(Bits key) { return static_cast<std::size_t>(key & ones(Order)); }
};

struct Short {
    static constexpr bool kLeavesOutHopeless = false; // a caption has few: looking for them would take longer
    using Used = FewWords;
    using Key = KeyOf<uint64_t, 9, 8, 31, 16>;
    static constexpr std::size_t kLongest = 63;
};

struct Long {
    static constexpr bool kLeavesOutHopeless = true;
    using Used = ManyWords;
    using Key = KeyOf<unsigned __int128, 32, 24, 44, 28>;
};

template <class Kind> class Search {
    using Key = typename Kind::Key;
    using KeyBits = typename Key::Type;

  public:
    void run(std::size_t candidate_size, std::size_t reference_size, const Matches &matches,
             std::vector<const Match *> &chosen) {
        matches_ = &matches;
        fixed_ = &chosen;
        placed_.clear();
        start(candidate_size, reference_size);
        for (std::size_t place = 0; place <= reference_size; ++place) {
            steps_.clear();
            keys_.clear();
            for (std::size_t i = 0; i < count_; ++i) {
                if (place == reference_size) end_line(i);
                else if (paths_[i].reference_used.any(place, 1)) pass_used(i, place);
                else branch(i, place);
            }
            if (keys_.empty()) count_ = 1; // the best path goes on as it is: never seen
            else take_best(place);
        }
        for (int32_t at = paths_[0].last_placed; at >= 0; at = placed_[static_cast<std::size_t>(at)].before) {
            const Placed &placed = placed_[static_cast<std::size_t>(at)];
            chosen[placed.place] = &matches[placed.match];
        }
    }

  private:
    static constexpr int64_t kNone = -1;

    struct Path {
        typename Kind::Used candidate_used, reference_used;
        int32_t matched = 0;       // words of both sides, as gain() counts them
        uint32_t chunks = 0;
        uint32_t next = 0;         // the next free place
        int32_t last_placed = -1;  // in placed_
        int64_t chunk_end = kNone; // where the open chunk ends in the candidate
        uint64_t distance = 0;
    };
    // A match chosen on the way, and the one before.
    struct Placed {
        uint32_t place, match;
        int32_t before;
    };
    enum class Kept : uint8_t { as_it_is, skips, takes_fixed, takes_match };
    // What becomes of a path at a place, in one number: its parts are written together and read together.
    struct Step {
        uint64_t bits;
        Step(std::size_t path, Kept kept, uint32_t match) : bits(uint64_t{match} << 32 | path << 8 | static_cast<uint64_t>(kept)) {}
        std::size_t path() const { return bits >> 8 & 0xFFFFFF; }
        Kept kept() const { return static_cast<Kept>(bits & 0xFF); }
        uint32_t match() const { return static_cast<uint32_t>(bits >> 32); }
    };

    void start(std::size_t candidate_size, std::size_t reference_size) {
        Path &path = paths_[0];
        path = Path();
        path.candidate_used.resize(candidate_size);
        path.reference_used.resize(reference_size);
        for (std::size_t place = 0; place < reference_size; ++place)
            if (const Match *match = (*fixed_)[place]) mark(path, place, *match);
        count_ = 1;
    }

    static void mark(Path &path, std::size_t place, const Match &match) {
        path.candidate_used.mark(match.start, match.candidate_length);
        path.reference_used.mark(place, match.reference_length);
    }

    void add(Step step, int matched, uint32_t chunks, uint64_t distance) {
        keys_.push_back(Key::make(static_cast<uint64_t>(matched), chunks, distance, steps_.size()));
        steps_.push_back(step);
    }

    void keep(std::size_t i, Kept kept, uint32_t more_chunks) {
        const Path &path = paths_[i];
        add(Step(i, kept, 0), path.matched, path.chunks + more_chunks, path.distance);
    }

    void end_line(std::size_t i) { keep(i, Kept::as_it_is, paths_[i].chunk_end != kNone); }

    void pass_used(std::size_t i, std::size_t place) {
        Path &path = paths_[i];
        if (place < path.next) return keep(i, Kept::as_it_is, 0);
        const Match *match = (*fixed_)[path.next];
        if (!match) return; // the path is dropped
        path.distance += distance_of(path.next, *match);
        add_match(i, Kept::takes_fixed, *match);
    }

    void branch(std::size_t i, std::size_t place) {
        Path &path = paths_[i];
        if (Kind::kLeavesOutHopeless) alike_.fill(0);
        for (const Match *match = matches_->begin(place); match != matches_->end(place); ++match) {
            if (path.candidate_used.any(match->start, match->candidate_length) ||
                path.reference_used.any(place, match->reference_length))
                continue;
            if (!Kind::kLeavesOutHopeless || has_hope(path, *match)) add_match(i, Kept::takes_match, *match);
            // METEOR adds the distance to the path it copied, not to the copy: the next copies have it, this one lacks it.
            path.distance += distance_of(place, *match);
        }
        keep(i, Kept::skips, path.chunk_end != kNone);
    }

    // Of the matches that do as much for a path's words and chunks, each has a distance no smaller than the one before:
    // if there are many, only the first can be among the best. A word repeated in a long caption has thousands.
    bool has_hope(const Path &path, const Match &match) {
        return alike_[static_cast<std::size_t>(gain(match)) * 2 + breaks_chunk(path, match)]++ < kBeam;
    }

    static bool breaks_chunk(const Path &path, const Match &match) {
        return path.chunk_end != kNone && path.chunk_end != match.start;
    }

    void add_match(std::size_t i, Kept kept, const Match &match) {
        const Path &path = paths_[i];
        add(Step(i, kept, matches_->number(&match)), path.matched + gain(match), path.chunks + breaks_chunk(path, match), path.distance);
    }

    static uint64_t distance_of(std::size_t place, const Match &match) {
        return place > match.start ? place - match.start : match.start - place;
    }

    void take_best(std::size_t place) {
        if (keys_.size() > kBeam) {
            std::nth_element(keys_.begin(), keys_.begin() + kBeam, keys_.end());
            keys_.resize(kBeam);
        }
        std::sort(keys_.begin(), keys_.end());
        count_ = keys_.size();
        for (std::size_t k = 0; k < count_; ++k) take(place, keys_[k], next_paths_[k]);
        paths_.swap(next_paths_);
    }

    void take(std::size_t place, KeyBits key, Path &path) {
        Step step = steps_[Key::order(key)];
        path = paths_[step.path()];
        path.chunks = Key::chunks(key);
        path.distance = Key::distance(key);
        if (step.kept() == Kept::as_it_is) return;
        if (step.kept() == Kept::skips) {
            path.chunk_end = kNone;
            ++path.next;
            return;
        }
        const Match &match = (*matches_)[step.match()];
        if (step.kept() == Kept::takes_match) {
            mark(path, place, match);
            placed_.push_back({static_cast<uint32_t>(place), step.match(), path.last_placed});
            path.last_placed = static_cast<int32_t>(placed_.size() - 1);
        }
        path.matched += gain(match);
        path.next += match.reference_length; // a match is only ever taken at the next free place
        path.chunk_end = match.start + match.candidate_length;
    }

    const Matches *matches_ = nullptr;
    std::vector<const Match *> *fixed_ = nullptr;
    std::vector<Path> paths_ = std::vector<Path>(kBeam), next_paths_ = std::vector<Path>(kBeam);
    std::size_t count_ = 0; // of paths
    std::array<uint32_t, 512> alike_{}; // how many matches have been seen, by gain and by whether they break a chunk
    std::vector<Step> steps_;
    std::vector<KeyBits> keys_;
    std::vector<Placed> placed_;
};

} // namespace

struct Aligner::Searches {
    Search<Short> of_short;
    Search<Long> of_long;
};

Aligner::Aligner() : searches_(new Searches) {}
Aligner::~Aligner() = default;

const std::vector<const Match *> &Aligner::align(std::size_t candidate_size, std::size_t reference_size, const Matches &matches) {
    chosen_.assign(reference_size, nullptr);
    bool has_choice = false;
    std::size_t most = 0;
    for (std::size_t place = 0; place < reference_size; ++place) {
        std::size_t count = static_cast<std::size_t>(matches.end(place) - matches.begin(place));
        most = std::max(most, count);
        if (matches.is_alone(place)) chosen_[place] = matches.begin(place);
        else has_choice = has_choice || count;
    }
    if (!has_choice) return chosen_;
    bool is_short = candidate_size <= Short::kLongest && reference_size <= Short::kLongest && (most + 1) * kBeam <= Short::Key::kMostOrder;
    if (is_short) searches_->of_short.run(candidate_size, reference_size, matches, chosen_);
    else searches_->of_long.run(candidate_size, reference_size, matches, chosen_);
    return chosen_;
}

} // namespace cutline::meteor
