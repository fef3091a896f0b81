#include "meteor.hpp"

#include <algorithm>

#include "../meteor/alignment.hpp"
#include "../parallel.hpp"

namespace cutline::meteor {
namespace {

// Room for one pair of lines at a time, kept from pair to pair.
struct Bench {
    Bench(const Tables &tables, const std::vector<bool> &is_used) : paraphrases(tables.paraphrases(), is_used) {}

    const std::vector<const Match *> &align() {
        matches.find(reference, paraphrases);
        return aligner.align(candidate.size(), reference.size(), matches);
    }

    UsedParaphrases paraphrases;
    Line candidate, reference;
    Matches matches;
    Aligner aligner;
};

std::vector<bool> all_unused(const Tables &tables) { return std::vector<bool>(tables.paraphrases().words().count()); }

} // namespace

Prepared::Prepared(std::shared_ptr<const References> given, std::shared_ptr<const Tables> lists, std::size_t jobs)
    : references(std::move(given)), tables(std::move(lists)),
      captions(references->sentences, *references->vocabulary, *tables, jobs) {}

void statistics(const Prepared &prepared, const Candidates &candidates, const Parameters &parameters, std::size_t jobs, double *rows) {
    const References &references = *prepared.references;
    Captions captions(candidates.sentences, *references.vocabulary, candidates.added, prepared.captions, *prepared.tables, jobs);
    std::vector<bool> is_used = all_unused(*prepared.tables);
    prepared.captions.mark_used(is_used);
    captions.mark_used(is_used);
    run_ranges(candidates.count(), jobs, [&](std::size_t begin, std::size_t end) {
        Bench bench(*prepared.tables, is_used);
        double row[kColumns];
        for (std::size_t i = begin; i < end; ++i) {
            captions.read(i, 0, bench.candidate);
            bench.candidate.find_phrases(bench.paraphrases);
            bench.matches.set(bench.candidate);
            double best = -1;
            std::size_t image = candidates.images[i];
            for (std::size_t k = references.first(image); k < references.last(image); ++k)
                for (std::size_t line = 0; line < prepared.captions.line_count(k); ++line) {
                    prepared.captions.read(k, line, bench.reference);
                    bench.reference.find_phrases(bench.paraphrases);
                    count(bench.candidate, bench.reference, bench.align(), row);
                    double value = score(row, parameters).value;
                    if (value <= best) continue;
                    best = value;
                    std::copy(row, row + kColumns, rows + i * kColumns);
                }
        }
    });
}

void scores(const double *rows, std::size_t count, const Parameters &parameters, double *values) {
    for (std::size_t i = 0; i < count; ++i) values[i] = score(rows + i * kColumns, parameters).value;
}

void summands(const double *rows, std::size_t count, double *summands) {
    std::copy(rows, rows + count * kColumns, summands);
    for (double *row = summands; row < summands + count * kColumns; row += kColumns)
        if (is_whole(row)) row[kChunks] = 0; // the official program leaves such a chunk out
}

std::vector<Explanation> explain(const Tables &tables, const std::string &candidate, const std::vector<std::string> &references) {
    std::vector<std::vector<std::string>> lines(1);
    normalise(candidate_line(candidate), tables.prefixes(), lines[0]);
    for (const std::string &reference : references)
        for (const std::string &line : reference_lines(reference)) normalise(line, tables.prefixes(), lines.emplace_back());
    std::vector<std::vector<Word>> words;
    std::vector<bool> is_used = all_unused(tables);
    for (const auto &line : lines) {
        words.emplace_back();
        for (const std::string &text : line) words.back().push_back(look_up(text, tables));
        for (const Word &word : words.back())
            if (word.phrase_word != kNoPhraseWord) is_used[word.phrase_word] = true;
    }
    Bench bench(tables, is_used);
    auto read = [&](std::size_t i, Line &line) {
        line.clear();
        for (const Word &word : words[i]) line.add(word);
        line.find_phrases(bench.paraphrases);
    };
    read(0, bench.candidate);
    bench.matches.set(bench.candidate);
    std::vector<Explanation> explanations;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        read(i, bench.reference);
        const auto &alignment = bench.align();
        Explanation &found = explanations.emplace_back();
        found.candidate = lines[0];
        found.reference = lines[i];
        for (std::size_t place = 0; place < alignment.size(); ++place)
            if (const Match *match = alignment[place])
                found.pairs.push_back({match->start, match->candidate_length, place, match->reference_length, match->stage});
        count(bench.candidate, bench.reference, alignment, found.row);
    }
    return explanations;
}

} // namespace cutline::meteor
