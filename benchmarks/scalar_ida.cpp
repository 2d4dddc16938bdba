// IDA* with Manhattan distance for the 15-puzzle only, by hand: what arcwise's generic kernel is compared with.
//
// Depth-first, one state at a time. The blank's cell and the cell it came from are template parameters, so that every
// function knows its moves and nothing is tested; the board is one 64-bit word, four bits a cell, the blank as 0.
// usage: scalar_ida INSTANCES NUMBER...
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr int SIDE = 4, CELLS = 16, NOWHERE = CELLS;

// How f grows when a tile moves: 2 away from its goal cell, 0 towards it.
struct Growth {
    int8_t by[CELLS][CELLS][CELLS] = {};  // from, to, tile
    Growth() {
        for (int from = 0; from < CELLS; ++from)
            for (int to = 0; to < CELLS; ++to)
                for (int tile = 1; tile < CELLS; ++tile)
                    by[from][to][tile] = int8_t(1 + distance(tile, to) - distance(tile, from));
    }
    static int distance(int tile, int cell) {
        return std::abs(tile / SIDE - cell / SIDE) + std::abs(tile % SIDE - cell % SIDE);
    }
};
const Growth growth;

constexpr uint64_t goal_board() {
    uint64_t board = 0;
    for (int cell = 0; cell < CELLS; ++cell) board |= uint64_t(cell) << (4 * cell);
    return board;
}
constexpr uint64_t GOAL = goal_board();

uint64_t expanded, generated;

constexpr bool adjacent(int one, int other) {
    int rows = one / SIDE - other / SIDE, columns = one % SIDE - other % SIDE;
    return rows * rows + columns * columns == 1;
}

template <int BLANK, int FROM>
bool search(uint64_t board, int slack);

template <int BLANK, int FROM, int TO>
inline __attribute__((always_inline)) bool move(uint64_t board, int slack) {
    if constexpr (TO >= 0 && TO < CELLS && TO != FROM) {
        if constexpr (adjacent(BLANK, TO)) {
            ++generated;
            uint64_t tile = (board >> (4 * TO)) & 15;
            int left = slack - growth.by[TO][BLANK][tile];
            if (left < 0) return false;
            return search<TO, BLANK>(board ^ (tile << (4 * TO)) ^ (tile << (4 * BLANK)), left);
        }
    }
    return false;
}

template <int BLANK, int FROM>
bool search(uint64_t board, int slack) {
    if (BLANK == 0 && board == GOAL) return true;
    ++expanded;
    return move<BLANK, FROM, BLANK - SIDE>(board, slack) || move<BLANK, FROM, BLANK - 1>(board, slack) ||
           move<BLANK, FROM, BLANK + 1>(board, slack) || move<BLANK, FROM, BLANK + SIDE>(board, slack);
}

template <int BLANK = 0>
bool search_from(int blank, uint64_t board, int slack) {
    if constexpr (BLANK < CELLS)
        return blank == BLANK ? search<BLANK, NOWHERE>(board, slack) : search_from<BLANK + 1>(blank, board, slack);
    return false;
}

}  // namespace

int main(int count, char** arguments) {
    std::FILE* file = count > 2 ? std::fopen(arguments[1], "r") : nullptr;
    if (!file) return std::fprintf(stderr, "usage: scalar_ida INSTANCES NUMBER...\n"), 2;
    char line[256];
    while (std::fgets(line, sizeof line, file)) {
        int values[18], read = 0;
        for (char* word = std::strtok(line, " \n"); word && read < 18 && line[0] != '#';
             word = std::strtok(nullptr, " \n"))
            values[read++] = std::atoi(word);
        bool wanted = false;
        for (int number = 2; number < count; ++number)
            wanted |= read == 18 && std::atoi(arguments[number]) == values[0];
        if (!wanted) continue;
        uint64_t board = 0;
        int blank = 0, h = 0;
        for (int cell = 0; cell < CELLS; ++cell) {
            int tile = values[1 + cell];
            board |= uint64_t(tile) << (4 * cell);
            if (tile == 0)
                blank = cell;
            else
                h += Growth::distance(tile, cell);
        }
        expanded = generated = 0;
        auto began = std::chrono::steady_clock::now();
        int bound = h;
        while (!search_from(blank, board, bound - h)) bound += 2;
        std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - began;
        if (bound != values[17])
            return std::fprintf(stderr, "instance %d: %d moves, not %d\n", values[0], bound, values[17]), 1;
        std::printf("%d %d %llu %llu %.6f\n", values[0], bound, (unsigned long long)expanded,
                    (unsigned long long)generated, seconds.count());
        std::fflush(stdout);
    }
    return 0;
}
