// Values of an octal game from all of its splits, heap by heap: octal CODE HEAPS prints the last value.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    std::string code = argv[1];
    const int heaps = std::atoi(argv[2]);
    const size_t point = code.find('.');
    std::vector<int> digits{point ? code[point - 1] - '0' : 0};
    for (size_t i = point + 1; i < code.size(); i++) digits.push_back(code[i] - '0');
    std::vector<unsigned> value(heaps), seen(1 << 16, 0);
    for (int n = 1; n < heaps; n++) {
        for (int t = 0; t < (int)digits.size() && t <= n; t++) {
            const int rest = n - t;
            if ((digits[t] & 1) && rest == 0) seen[0] = n;
            if ((digits[t] & 2) && rest > 0) seen[value[rest]] = n;
            if (digits[t] & 4)
                for (int a = 1; 2 * a <= rest; a++) seen[value[a] ^ value[rest - a]] = n;
        }
        while (seen[value[n]] == (unsigned)n) value[n]++;
    }
    std::printf("%u\n", value[heaps - 1]);
}
