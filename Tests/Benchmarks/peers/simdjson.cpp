/* JSON by simdjson: simdjson check|lines|minify FILE. To minify is to drop white space, without a check of what else
   there is.

     c++ -O3 Tests/Benchmarks/peers/simdjson.cpp -lsimdjson -o .build/benchmarks/simdjson
*/
#include <cstdio>
#include <cstring>
#include <memory>
#include <simdjson.h>

int main(int count, char **arguments) {
  if (count != 3) return 2;
  auto loaded = simdjson::padded_string::load(arguments[2]);
  if (loaded.error()) return 1;
  const simdjson::padded_string &json = loaded.value_unsafe();
  if (std::strcmp(arguments[1], "minify") == 0) {
    std::unique_ptr<char[]> output(new char[json.size() + simdjson::SIMDJSON_PADDING]);
    size_t length = 0;
    if (simdjson::minify(json.data(), json.size(), output.get(), length)) return 1;
    return std::fwrite(output.get(), 1, length, stdout) == length ? 0 : 1;
  }
  simdjson::dom::parser parser;
  if (std::strcmp(arguments[1], "lines") == 0) {
    simdjson::dom::document_stream lines;
    if (parser.parse_many(json, 8 << 20).get(lines)) return 1;
    for (auto line : lines)
      if (line.error()) return 1;
    return lines.truncated_bytes() == 0 ? 0 : 1;
  }
  simdjson::dom::element document;
  return parser.parse(json).get(document) ? 1 : 0;
}
