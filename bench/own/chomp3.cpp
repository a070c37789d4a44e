// Chomp on three rows a >= b >= c: the value of a square of them. A cubic table, all options of each triple.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int, char **arguments) {
    int size = std::atoi(arguments[1]), side = size + 1, now = 0;
    std::vector<int> value(side * side * side), stamp(1 << 17);
    auto at = [&](int a, int b, int c) -> int & { return value[(a * side + b) * side + c]; };
    for (int a = 0; a <= size; a++)
        for (int b = 0; b <= a; b++)
            for (int c = 0; c <= b; c++) {
                now++;
                for (int k = 0; k < a; k++) stamp[at(k, std::min(b, k), std::min(c, k))] = now;
                for (int k = 0; k < b; k++) stamp[at(a, k, std::min(c, k))] = now;
                for (int k = 0; k < c; k++) stamp[at(a, b, k)] = now;
                while (stamp[at(a, b, c)] == now) at(a, b, c)++;
            }
    std::printf("%d\n", at(size, size, size));
}
