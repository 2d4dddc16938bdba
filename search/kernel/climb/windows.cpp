#include "climb/windows.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

namespace arcwise {

namespace {

constexpr int MOST_CELLS = 64;

// Ways from cell to cell in a window of so many rows and columns, and how far its cells are apart.
struct Window {
    struct Way {
        uint8_t number, cell;
    };

    Window(int rows, int columns, const std::vector<Offset>& ways) : columns(columns), cells(rows * columns) {
        for (int cell = 0; cell < cells; ++cell) {
            Offset at{cell / columns, cell % columns};
            for (size_t number = 0; number < ways.size(); ++number) {
                Offset to = at + ways[number];
                if (to.down >= 0 && to.down < rows && to.right >= 0 && to.right < columns)
                    from[size_t(cell)].push_back({uint8_t(number), uint8_t(to.down * columns + to.right)});
            }
            for (int other = 0; other < cells; ++other)
                distance[size_t(cell)][size_t(other)] =
                    int8_t(length_of(Offset{other / columns, other % columns} - at));
        }
    }

    int columns, cells;
    std::array<std::vector<Way>, MOST_CELLS> from;
    std::array<std::array<int8_t, MOST_CELLS>, MOST_CELLS> distance;
};

// A stretch of moves seen through the smallest window that it touches: where the blank begins and ends, and where each
// tile is to go. It is the same wherever on a board it lies.
struct Piece {
    int rows, columns, blank, end;
    std::array<uint8_t, MOST_CELLS> homes;  // of what stands in each cell
};

// IDA* with Manhattan distance (Korf, AIJ 27, 1985) for a path of fewer than so many moves.
class Dive {
   public:
    Dive(const Window& window, const std::vector<int>& inverse, uint64_t effort)
        : window_(window), inverse_(inverse), left_(effort) {}

    // An empty way is one too: says whether there is any, and leaves it in `path`.
    bool shorter_than(const Piece& piece, int moves) {
        homes_ = piece.homes;
        end_ = piece.end;
        int estimate = 0;
        for (int cell = 0; cell < window_.cells; ++cell)
            if (cell != piece.blank) estimate += window_.distance[size_t(cell)][homes_[size_t(cell)]];
        // A move changes the estimate by one: lengths of all paths and all values of f are even, or all are odd.
        for (bound_ = estimate; bound_ < moves && left_; bound_ += 2)
            if (enter(piece.blank, 0, estimate, -1)) return true;
        return false;
    }

    uint64_t left() const { return left_; }

    std::vector<uint8_t> path;

   private:
    bool enter(int blank, int g, int h, int back) {
        if (h == 0 && blank == end_) {
            path.resize(size_t(g));
            return true;
        }
        if (left_ == 0) return false;
        --left_;
        for (auto [number, cell] : window_.from[size_t(blank)]) {
            if (number == back) continue;
            uint8_t home = homes_[cell];
            int next = h - window_.distance[cell][home] + window_.distance[size_t(blank)][home];
            if (g + 1 + next > bound_) continue;
            homes_[size_t(blank)] = home;
            bool found = enter(cell, g + 1, next, inverse_[number]);
            homes_[cell] = home;
            if (found) path[size_t(g)] = number;
            if (found || left_ == 0) return found;
        }
        return false;
    }

    const Window& window_;
    const std::vector<int>& inverse_;
    uint64_t left_;
    int bound_ = 0, end_ = 0;
    std::array<uint8_t, MOST_CELLS> homes_;
};

// The plan: moves before `at_` are passed over, those from `next_` on are still to come, and what is between is void.
class Shortening {
   public:
    explicit Shortening(const WindowRequest& request)
        : request_(request), meter_(request.limits, request.tick), moves_(request.moves) {
        if (request.rows < 1 || request.columns < 1 || request.rows > ClimbTask::MOST_CELLS / request.columns)
            refuse("a board of a bad size");
        if (request.most_cells < 2 || request.most_cells > MOST_CELLS) refuse("a window of a bad size");
        if (request.ways.size() > UINT8_MAX) refuse("too many ways");
        for (Offset way : request.ways) {
            if (length_of(way) != 1) refuse("a way that is not one to the next cell");
            auto found = std::find(request.ways.begin(), request.ways.end(), Offset{} - way);
            inverse_.push_back(found == request.ways.end() ? -1 : int(found - request.ways.begin()));
        }
        Offset blank = first();
        if (!holds(blank)) refuse("a blank that is not on the board");
        for (uint8_t move : moves_) {
            if (move >= request.ways.size()) refuse("a move of no way");
            blank = blank + request.ways[move];
            if (!holds(blank)) refuse("a move off the board");
        }
    }

    Shortened run() {
        try {
            for (int length : request_.lengths)
                while (pass_over(size_t(length))) {
                }
        } catch (const Stopped& stopped) {
            shortened_.limit = stopped.limit;
        } catch (const std::bad_alloc&) {
            shortened_.limit = Limit::MEMORY;
        }
        close();
        shortened_.moves = std::move(moves_);
        return std::move(shortened_);
    }

   private:
    Offset first() const { return {request_.blank / request_.columns, request_.blank % request_.columns}; }

    bool holds(Offset cell) const {
        return cell.down >= 0 && cell.down < request_.rows && cell.right >= 0 && cell.right < request_.columns;
    }

    void close() {
        moves_.erase(moves_.begin() + std::ptrdiff_t(at_), moves_.begin() + std::ptrdiff_t(next_));
        at_ = next_ = 0;
    }

    // Whether the plan got at least one in 200 shorter.
    bool pass_over(size_t length) {
        size_t were = moves_.size();
        Offset blank = first();
        while (next_ < moves_.size()) {
            meter_.look(at_ + moves_.size() - next_);
            size_t size = replace(blank, length);
            for (size_t half = std::max(size_t(1), size / 2); half && next_ < moves_.size(); --half) {
                moves_[at_] = moves_[next_++];
                blank = blank + request_.ways[moves_[at_++]];
            }
        }
        close();
        meter_.tell(moves_.size());
        return double(moves_.size()) < double(were) * 0.995;
    }

    // Looks for less than the next piece; says how many moves it has now.
    size_t replace(Offset blank, size_t length) {
        size_t size = 0;
        Piece piece = next_piece(blank, length, size);
        if (size < 2) return size;
        key_.assign(1, char(piece.columns));
        key_ += char(piece.blank);
        for (int cell = 0; cell < piece.rows * piece.columns; ++cell) key_ += char(piece.homes[size_t(cell)]);
        auto known = known_.find(key_);
        if (known != known_.end() && size <= known->second) return size;
        if (known == known_.end()) {
            meter_.hold(int64_t(sizeof(*known) + 2 * sizeof(void*) + key_.size()));
            known = known_.try_emplace(key_, 0).first;
        }
        ++shortened_.searches;
        Dive dive(window_of(piece), inverse_, request_.effort);
        const bool shorter = dive.shorter_than(piece, int(size));
        shortened_.expanded += request_.effort - dive.left();
        if (shorter) {
            ++shortened_.replaced;
            next_ += size - dive.path.size();
            size = dive.path.size();
            std::copy(dive.path.begin(), dive.path.end(), moves_.begin() + std::ptrdiff_t(next_));
        }
        known->second = size;
        return size;
    }

    // The longest beginning of so many moves that fits into a window small enough.
    Piece next_piece(Offset blank, size_t length, size_t& size) const {
        Offset low = blank, high = blank, end = blank;
        const size_t most = std::min(length, moves_.size() - next_);
        for (size = 0; size < most; ++size) {
            Offset to = end + request_.ways[moves_[next_ + size]];
            Offset top{std::min(low.down, to.down), std::min(low.right, to.right)};
            Offset bottom{std::max(high.down, to.down), std::max(high.right, to.right)};
            if ((bottom.down - top.down + 1) * (bottom.right - top.right + 1) > request_.most_cells) break;
            low = top, high = bottom, end = to;
        }
        Piece piece;
        piece.rows = high.down - low.down + 1, piece.columns = high.right - low.right + 1;
        auto number = [&](Offset cell) { return (cell.down - low.down) * piece.columns + cell.right - low.right; };
        piece.blank = number(blank), piece.end = number(end);
        std::array<uint8_t, MOST_CELLS> from;  // where what stands in each cell in the end comes from
        const int cells = piece.rows * piece.columns;
        for (int cell = 0; cell < cells; ++cell) from[size_t(cell)] = uint8_t(cell);
        end = blank;
        for (size_t move = 0; move < size; ++move) {
            Offset to = end + request_.ways[moves_[next_ + move]];
            std::swap(from[size_t(number(end))], from[size_t(number(to))]);
            end = to;
        }
        for (int cell = 0; cell < cells; ++cell) piece.homes[from[size_t(cell)]] = uint8_t(cell);
        return piece;
    }

    const Window& window_of(const Piece& piece) {
        auto found = windows_.find({piece.rows, piece.columns});
        if (found == windows_.end()) {
            meter_.hold(int64_t(sizeof(Window)));
            found = windows_.try_emplace({piece.rows, piece.columns}, piece.rows, piece.columns, request_.ways).first;
        }
        return found->second;
    }

    const WindowRequest& request_;
    Meter meter_;
    std::vector<uint8_t> moves_;
    std::vector<int> inverse_;
    size_t at_ = 0, next_ = 0;
    std::map<std::pair<int, int>, Window> windows_;
    // Fewer moves than so many were found for none of these pieces.
    std::unordered_map<std::string, size_t> known_;
    std::string key_;
    Shortened shortened_;
};

}  // namespace

Shortened shorten(const WindowRequest& request) { return Shortening(request).run(); }

}  // namespace arcwise
