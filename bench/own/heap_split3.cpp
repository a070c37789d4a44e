// split into 3 unequal heaps: the value of one heap. Two nested loops over the two smaller parts.
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int, char **arguments) {
    int size = std::atoi(arguments[1]);
    std::vector<int> value(size + 1), stamp(1 << 17);
    for (int a = 1; a <= size; a++) {
        for (int low = 1; 3 * low < a; low++)
            for (int middle = low + 1; low + 2 * middle < a; middle++)
                stamp[value[low] ^ value[middle] ^ value[a - low - middle]] = a;
        while (stamp[value[a]] == a) value[a]++;
    }
    std::printf("%d\n", value[size]);
}
