// Grundy's game, from all splits into two unequal heaps, a byte a value: grundy HEAPS writes the values of the heaps below.
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const int heaps = std::atoi(argv[1]);
    std::vector<unsigned char> value(heaps);
    for (int n = 0; n < heaps; n++) {
        unsigned char seen[256] = {0};
        for (int a = 1; 2 * a < n; a++) seen[value[a] ^ value[n - a]] = 1;
        int mex = 0;
        while (seen[mex]) mex++;
        value[n] = (unsigned char)mex;
    }
    std::fwrite(value.data(), 1, value.size(), stdout);
}
