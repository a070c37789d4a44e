// A Game on Strings by its textbook method: only the pieces that begin or end at a letter's copy matter; tables over
// (letter, place) hold their values, filled from left to right; each question looks 26 of them up.
#include <algorithm>
#include <array>
#include <iostream>
#include <string>
#include <vector>

constexpr int SIGMA = 26;
using Row = std::array<int, SIGMA>;  // one entry a letter: the table of a place lies in two or three cache lines
static std::vector<Row> before, behind;  // next copy at or after a place, last copy at or before it
static std::vector<Row> middle;          // xor of the values between copies, at a copy; value of the rest behind the last copy
static std::vector<Row> front;           // value from a place up to the next copy

static int value(int left, int right) {
    if (left > right) return 0;
    unsigned options = 0;
    for (int c = 0; c < SIGMA; c++) {
        int first = before[left][c], last = behind[right][c];
        if (first < 0 || first > right) continue;
        int total = middle[last][c] ^ middle[first][c];
        if (last < right) total ^= middle[right][c];
        if (first > left) total ^= front[left][c];
        options |= 1u << std::min(total, 31);
    }
    return __builtin_ctz(~options);
}

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    std::string text;
    std::cin >> text;
    const int n = (int)text.size();
    for (auto* table : {&before, &behind, &middle, &front}) table->resize(n);
    for (int c = 0; c < SIGMA; c++) {
        for (int i = 0, last = -1; i < n; i++) behind[i][c] = last = text[i] - 'a' == c ? i : last;
        for (int i = n - 1, next = -1; i >= 0; i--) before[i][c] = next = text[i] - 'a' == c ? i : next;
    }
    std::vector<int> last(SIGMA, -1);
    for (int i = 0; i < n; i++) {
        const int own = text[i] - 'a';
        for (int j = i - 1; j >= 0 && text[j] - 'a' != own; j--) front[j][own] = value(j, i - 1);
        if (last[own] >= 0) middle[i][own] = value(last[own] + 1, i - 1) ^ middle[last[own]][own];
        std::vector<std::pair<int, int>> open;
        for (int c = 0; c < SIGMA; c++)
            if (c != own && last[c] >= 0) open.push_back({last[c] + 1, c});
        std::sort(open.rbegin(), open.rend());
        last[own] = i;
        for (auto [start, c] : open) middle[i][c] = value(start, i);
    }
    int questions;
    std::cin >> questions;
    while (questions--) {
        int left, right;
        std::cin >> left >> right;
        std::cout << (value(left - 1, right - 1) ? "Alice\n" : "Bob\n");
    }
}
