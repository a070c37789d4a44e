// F(n, q) -> F(n-k, 2k) for k in 1..min(n, q): the value of one heap with its quota. Recursion with a table of what is known,
// where a quota above the heap is the heap.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

static std::vector<std::vector<int>> known;

static int value(int heap, int quota) {
    quota = std::min(heap, quota);
    int &own = known[heap][quota];
    if (own >= 0) return own;
    std::vector<char> seen(quota + 2);
    for (int k = 1; k <= quota; k++) {
        int option = value(heap - k, 2 * k);
        if (option <= quota) seen[option] = 1;
    }
    int mex = 0;
    while (seen[mex]) mex++;
    return own = mex;
}

int main(int, char **arguments) {
    int heap = std::atoi(arguments[1]), quota = std::atoi(arguments[2]);
    known.assign(heap + 1, std::vector<int>(heap + 1, -1));
    std::printf("%d\n", value(heap, quota));
}
