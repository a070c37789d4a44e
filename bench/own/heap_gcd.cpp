// a -> a - b for b in 1..a where gcd(a, b) = 1: the value of one heap. The divisor is computed in the inner loop.
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

int main(int, char **arguments) {
    int size = std::atoi(arguments[1]);
    std::vector<int> value(size + 1), stamp(1 << 17);
    for (int a = 1; a <= size; a++) {
        for (int b = 1; b <= a; b++)
            if (std::gcd(a, b) == 1) stamp[value[a - b]] = a;
        while (stamp[value[a]] == a) value[a]++;
    }
    std::printf("%d\n", value[size]);
}
