/* Reads a file of YAML with libyaml and does nothing with its events: what decant's reader is measured
   against, because it stands on the same parser.

     cc -O2 Tests/Benchmarks/peers/libyaml-loop.c -lyaml -o .build/benchmarks/libyaml-loop
     time .build/benchmarks/libyaml-loop FILE
     time decant -f yaml -t json -c FILE >/dev/null
*/
#include <stdio.h>
#include <yaml.h>

int main(int count, char **arguments) {
  FILE *file = count == 2 ? fopen(arguments[1], "rb") : stdin;
  if (!file) {
    perror(arguments[1]);
    return 1;
  }
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser)) return 1;
  yaml_parser_set_input_file(&parser, file);
  unsigned long events = 0;
  for (int is_at_end = 0; !is_at_end;) {
    yaml_event_t event;
    if (!yaml_parser_parse(&parser, &event)) {
      fprintf(stderr, "%zu:%zu: %s\n", parser.problem_mark.line + 1,
              parser.problem_mark.column + 1, parser.problem);
      return 1;
    }
    is_at_end = event.type == YAML_STREAM_END_EVENT;
    events++;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  fprintf(stderr, "%lu events\n", events);
  return 0;
}
