// WPLAY by its textbook method: words with sorted letters in a sorted array; every subset of the board is looked up by
// binary search; then wins and losses of all subsets from the empty one up, over the subsets of each subset (3^n).
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int many;
    std::cin >> many;
    std::vector<std::string> words(many);
    for (auto& word : words) {
        std::cin >> word;
        std::sort(word.begin(), word.end());
    }
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    int rows, columns, boards;
    std::cin >> rows >> columns >> boards;
    const int cells = rows * columns;
    std::vector<char> listed(size_t(1) << cells), wins(size_t(1) << cells);
    std::string board, line, part;
    while (boards--) {
        board.clear();
        for (int r = 0; r < rows; r++) {
            std::cin >> line;
            board += line;
        }
        std::sort(board.begin(), board.end());
        for (unsigned subset = 1; subset < 1u << cells; subset++) {
            part.clear();
            for (int i = 0; i < cells; i++)
                if (subset >> i & 1) part += board[i];
            listed[subset] = std::binary_search(words.begin(), words.end(), part);
        }
        for (unsigned subset = 1; subset < 1u << cells; subset++) {
            char win = 0;
            for (unsigned taken = subset; taken && !win; taken = (taken - 1) & subset)
                win = listed[taken] && !wins[subset ^ taken];
            wins[subset] = win;
        }
        std::cout << (wins[(1u << cells) - 1] ? "Alice\n" : "Bob\n");
    }
}
