// Take any number from one pile, or the same number from two, of three piles: the value. A table of all triples in ascending order.
#include <algorithm>
#include <cstdio>
#include <vector>

int side;
std::vector<int> value;

int &at(int a, int b, int c) {
    if (a > b) std::swap(a, b);
    if (b > c) std::swap(b, c);
    if (a > b) std::swap(a, b);
    return value[(a * side + b) * side + c];
}

int main() {
    int x, y, z;
    if (std::scanf("%d %d %d", &x, &y, &z) != 3) return 1;
    side = std::max({x, y, z}) + 1;
    value.assign(side * side * side, 0);
    std::vector<int> stamp(1 << 16);
    int now = 0;
    for (int a = 0; a < side; a++)
        for (int b = a; b < side; b++)
            for (int c = b; c < side; c++) {
                now++;
                for (int k = 1; k <= a; k++) stamp[at(a - k, b, c)] = stamp[at(a - k, b - k, c)] = stamp[at(a - k, b, c - k)] = now;
                for (int k = 1; k <= b; k++) stamp[at(a, b - k, c)] = stamp[at(a, b - k, c - k)] = now;
                for (int k = 1; k <= c; k++) stamp[at(a, b, c - k)] = now;
                int mex = 0;
                while (stamp[mex] == now) mex++;
                at(a, b, c) = mex;
            }
    std::printf("%d\n", at(x, y, z));
}
