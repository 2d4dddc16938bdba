// A* with Manhattan distance for the 15-puzzle only, by hand: the boards are words of four bits a cell, the open list holds a
// stack for every f and h, and the closed list is an open-addressing table (Burns, Hatem, Leighton and Ruml 2012).
// usage: a_star INSTANCES NUMBER...     prints for each: number, cost, expanded, CPU seconds
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

namespace {

constexpr int SIDE = 4, CELLS = 16, MOST = 128;

struct Node {
    uint64_t board;
    uint8_t g, h, blank, from;
    bool expanded;
};

int distance(int tile, int cell) {
    return tile ? std::abs(tile / SIDE - cell / SIDE) + std::abs(tile % SIDE - cell % SIDE) : 0;
}

uint64_t hash_of(uint64_t board) { return board * 0x9E3779B97F4A7C15; }

class Search {
   public:
    uint64_t expanded = 0;

    int run(const int* cells) {
        Node root{0, 0, 0, 0, CELLS, false};
        for (int cell = 0; cell < CELLS; ++cell) {
            root.board |= uint64_t(cells[cell]) << 4 * cell;
            root.h = uint8_t(root.h + distance(cells[cell], cell));
            if (cells[cell] == 0) root.blank = uint8_t(cell);
        }
        insert(root);
        for (int f = root.h; f < MOST; ++f)
            for (int h = 0; h <= f; ++h) {
                std::vector<uint32_t>& stack = open_[f][h];
                if (stack.empty()) continue;
                const uint32_t index = stack.back();
                stack.pop_back();
                Node& node = nodes_[index];
                if (!node.expanded && node.g + node.h == f) {
                    if (node.h == 0) return node.g;
                    node.expanded = true;
                    ++expanded;
                    expand(Node(node));
                }
                h = -1;
            }
        return -1;
    }

   private:
    void expand(const Node& node) {
        const int row = node.blank / SIDE, column = node.blank % SIDE;
        if (row > 0) move(node, node.blank - SIDE);
        if (column > 0) move(node, node.blank - 1);
        if (column < SIDE - 1) move(node, node.blank + 1);
        if (row < SIDE - 1) move(node, node.blank + SIDE);
    }
    void move(const Node& node, int cell) {
        if (cell == node.from) return;
        const int tile = int(node.board >> 4 * cell & 15);
        const uint64_t both = uint64_t(tile) << 4 * cell | uint64_t(tile) << 4 * node.blank;
        const int h = node.h + distance(tile, node.blank) - distance(tile, cell);
        insert({node.board ^ both, uint8_t(node.g + 1), uint8_t(h), uint8_t(cell), node.blank, false});
    }
    void insert(const Node& node) {
        size_t place = hash_of(node.board) >> shift_;
        for (; slots_[place]; place = (place + 1) & (slots_.size() - 1)) {
            Node& known = nodes_[slots_[place] - 1];
            if (known.board != node.board) continue;
            if (known.g <= node.g) return;
            known = node;
            open_[node.g + node.h][node.h].push_back(slots_[place] - 1);
            return;
        }
        nodes_.push_back(node);
        slots_[place] = uint32_t(nodes_.size());
        open_[node.g + node.h][node.h].push_back(uint32_t(nodes_.size() - 1));
        if (2 * nodes_.size() > slots_.size()) grow();
    }
    void grow() {
        slots_.assign(2 * slots_.size(), 0);
        --shift_;
        for (uint32_t index = 0; index < nodes_.size(); ++index) {
            size_t place = hash_of(nodes_[index].board) >> shift_;
            while (slots_[place]) place = (place + 1) & (slots_.size() - 1);
            slots_[place] = index + 1;
        }
    }

    std::vector<Node> nodes_;
    std::vector<uint32_t> slots_ = std::vector<uint32_t>(1 << 16);
    int shift_ = 48;
    std::vector<uint32_t> open_[MOST][MOST];
};

}  // namespace

int main(int count, char** words) {
    std::vector<std::vector<int>> boards(1);
    FILE* file = std::fopen(words[1], "r");
    char line[512];
    while (file && std::fgets(line, sizeof line, file)) {
        std::vector<int> numbers;
        for (char *at = line, *end; numbers.size() < 17; at = end) {
            const long number = std::strtol(at, &end, 10);
            if (end == at) break;
            numbers.push_back(int(number));
        }
        if (numbers.size() == 17) boards.emplace_back(numbers.begin() + 1, numbers.end());
    }
    for (int place = 2; place < count; ++place) {
        const int number = std::atoi(words[place]);
        const std::clock_t began = std::clock();
        Search search;
        const int cost = search.run(boards[size_t(number)].data());
        const double seconds = double(std::clock() - began) / CLOCKS_PER_SEC;
        std::printf("%d %d %llu %.4f\n", number, cost, (unsigned long long)search.expanded, seconds);
    }
}
