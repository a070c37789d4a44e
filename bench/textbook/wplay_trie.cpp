// WPLAY by the other textbook method: a trie of words with sorted letters, and a top-down memo over the board's subsets.
#include <algorithm>
#include <array>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

struct Node {
    std::array<int, 26> next{};
    bool word = false;
};
static std::vector<Node> trie(1);
static std::vector<int8_t> known, outcome;
static std::string board;

static bool is_word(unsigned subset) {
    if (known[subset] >= 0) return known[subset];
    int at = 0;
    for (size_t i = 0; i < board.size(); i++)
        if (subset >> i & 1) {
            at = trie[at].next[board[i] - 'A'];
            if (!at) return known[subset] = 0;
        }
    return known[subset] = trie[at].word;
}

static bool wins(unsigned subset) {
    if (outcome[subset] >= 0) return outcome[subset];
    for (unsigned taken = subset; taken; taken = (taken - 1) & subset)
        if (is_word(taken) && !wins(subset ^ taken)) return outcome[subset] = 1;
    return outcome[subset] = 0;
}

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int many;
    std::cin >> many;
    std::string word;
    for (int i = 0; i < many; i++) {
        std::cin >> word;
        std::sort(word.begin(), word.end());
        int at = 0;
        for (char letter : word) {
            if (!trie[at].next[letter - 'A']) {
                trie[at].next[letter - 'A'] = (int)trie.size();
                trie.emplace_back();
            }
            at = trie[at].next[letter - 'A'];
        }
        trie[at].word = true;
    }
    int rows, columns, boards;
    std::cin >> rows >> columns >> boards;
    while (boards--) {
        board.clear();
        for (int r = 0; r < rows; r++) {
            std::cin >> word;
            board += word;
        }
        std::sort(board.begin(), board.end());
        known.assign(size_t(1) << board.size(), -1);
        outcome.assign(size_t(1) << board.size(), -1);
        std::cout << (wins((unsigned)((uint64_t(1) << board.size()) - 1)) ? "Alice\n" : "Bob\n");
    }
}
