/*
 * replay.c - runs a fuzz target without a fuzzer: on the files that are given, and on those of the
 * folders that are given.  What a compiler without libFuzzer can build, and CTest runs.
 */
#include <dirent.h>
#include <limits.h>

#include "target.h"
#include "test.h"

/* Memory of exactly the size of the input, so that a sanitizer sees what is read beside it. */
static void run_file(const char *path) {
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL && fseek(file, 0, SEEK_END) == 0);
    long size = ftell(file);
    CHECK(size >= 0);
    rewind(file);
    uint8_t *data = allocate((size_t)size);
    CHECK(fread(data, 1, (size_t)size, file) == (size_t)size);
    CHECK(fclose(file) == 0);
    CHECK(LLVMFuzzerTestOneInput(data, (size_t)size) == 0);
    free(data);
}

/* The number of inputs. */
static unsigned run_all(const char *path) {
    DIR *folder = opendir(path);
    if (folder == NULL) {
        run_file(path);
        return 1;
    }
    unsigned count = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char name[4096];
        if (entry->d_name[0] != '.') {
            int length = snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
            CHECK(length > 0 && (size_t)length < sizeof name);
            run_file(name);
            count++;
        }
    }
    CHECK(closedir(folder) == 0);
    return count;
}

int main(int count, char **arguments) {
    unsigned inputs = 0;
    for (int i = 1; i < count; i++) {
        inputs += run_all(arguments[i]);
    }
    printf("%u inputs\n", inputs);
    CHECK(inputs != 0);
    return 0;
}
