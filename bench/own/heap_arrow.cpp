// a -> (a-2b) + (a-b) for b in 1..a/2: the value of one heap. An array of values, a stamp for each value seen.
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int, char **arguments) {
    int size = std::atoi(arguments[1]);
    std::vector<int> value(size + 1), stamp(1 << 17);
    for (int a = 1; a <= size; a++) {
        for (int b = 1; 2 * b <= a; b++) stamp[value[a - 2 * b] ^ value[a - b]] = a;
        while (stamp[value[a]] == a) value[a]++;
    }
    std::printf("%d\n", value[size]);
}
