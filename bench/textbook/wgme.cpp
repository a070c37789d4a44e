// WGME by its textbook method: a memo over the 2^n subsets of the word's places, each valued by mex.
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

static std::string word;
static std::vector<int8_t> memo;

static bool all_different(uint32_t places) {
    uint32_t seen = 0;
    for (size_t i = 0; i < word.size(); i++)
        if (places >> i & 1) {
            uint32_t letter = 1u << (word[i] - 'a');
            if (seen & letter) return false;
            seen |= letter;
        }
    return true;
}

static int value(uint32_t places) {
    if (memo[places] >= 0) return memo[places];
    int mex = 0;
    if (!all_different(places)) {
        uint32_t options = 0;
        for (size_t i = 0; i < word.size(); i++)
            if (places >> i & 1) options |= 1u << value(places ^ (1u << i));
        while (options >> mex & 1) mex++;
    }
    return memo[places] = (int8_t)mex;
}

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int tests;
    std::cin >> tests;
    while (tests--) {
        std::cin >> word;
        memo.assign(size_t(1) << word.size(), -1);
        int found = value((uint32_t)((uint64_t(1) << word.size()) - 1));
        std::cout << (found ? "First " : "Second ") << found << '\n';
    }
}
