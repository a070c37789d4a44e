// W(a, b) -> W(a-k, b), W(a, b-k), W(a-k, b-k): the value of one pair. A square table, all options of each pair.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int, char **arguments) {
    int width = std::atoi(arguments[1]), height = std::atoi(arguments[2]), now = 0;
    std::vector<std::vector<int>> value(width + 1, std::vector<int>(height + 1));
    std::vector<int> stamp(1 << 17);
    for (int a = 0; a <= width; a++)
        for (int b = 0; b <= height; b++) {
            now++;
            for (int k = 1; k <= a; k++) stamp[value[a - k][b]] = now;
            for (int k = 1; k <= b; k++) stamp[value[a][b - k]] = now;
            for (int k = 1; k <= std::min(a, b); k++) stamp[value[a - k][b - k]] = now;
            while (stamp[value[a][b]] == now) value[a][b]++;
        }
    std::printf("%d\n", value[width][height]);
}
