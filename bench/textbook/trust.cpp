// Game of Trust by its textbook method: the automaton of Aho and Corasick, and a memo over (letters left, node), filled
// only where the strings lead.
#include <array>
#include <cstdint>
#include <iostream>
#include <queue>
#include <string>
#include <vector>

constexpr int LETTERS = 10;  // as many as the statement allows
struct Node {
    std::array<int, LETTERS> next;
    int link = 0;
    bool dead = false;
    Node() { next.fill(-1); }
};
static std::vector<Node> nodes(1);
static std::vector<std::vector<int8_t>> memo;
static int letters;

static int value(int left, int at) {
    int8_t& known = memo[left][at];
    if (known >= 0) return known;
    uint32_t options = 0;
    for (int c = 0; c < letters; c++) options |= 1u << value(left - 1, nodes[at].next[c]);
    int mex = 0;
    while (options >> mex & 1) mex++;
    return known = (int8_t)mex;
}

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int many;
    std::cin >> many >> letters;
    std::string word;
    while (many--) {
        std::cin >> word;
        int at = 0;
        for (char c : word) {
            if (nodes[at].next[c - 'a'] < 0) {
                nodes[at].next[c - 'a'] = (int)nodes.size();
                nodes.emplace_back();
            }
            at = nodes[at].next[c - 'a'];
        }
        nodes[at].dead = true;
    }
    std::queue<int> open;
    for (int c = 0; c < LETTERS; c++) {
        int& to = nodes[0].next[c];
        if (to < 0) to = 0;
        else open.push(to);
    }
    while (!open.empty()) {
        int at = open.front();
        open.pop();
        nodes[at].dead |= nodes[nodes[at].link].dead;
        for (int c = 0; c < LETTERS; c++) {
            int to = nodes[at].next[c], by_link = nodes[nodes[at].link].next[c];
            if (to < 0) nodes[at].next[c] = by_link;
            else {
                nodes[to].link = by_link;
                open.push(to);
            }
        }
    }
    int strings, total = 0;
    std::cin >> strings;
    while (strings--) {
        int left;
        std::cin >> word >> left;
        while ((int)memo.size() <= left) {
            memo.emplace_back(nodes.size(), memo.empty() ? 0 : -1);
            for (size_t i = 0; i < nodes.size(); i++)
                if (nodes[i].dead) memo.back()[i] = 0;
        }
        int at = 0;
        for (char c : word) at = nodes[at].next[c - 'a'];
        total ^= value(left, at);
    }
    std::cout << (total ? "Tyrion\n" : "Daenerys\n");
}
