/* Writes a file of YAML as libyaml reads it: what decant's way from YAML to YAML is measured against.

     cc -O2 Tests/Benchmarks/peers/libyaml-copy.c -lyaml -o .build/benchmarks/libyaml-copy
     time .build/benchmarks/libyaml-copy FILE >/dev/null
     time decant -f yaml -t yaml FILE >/dev/null
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
  yaml_emitter_t emitter;
  if (!yaml_parser_initialize(&parser) || !yaml_emitter_initialize(&emitter)) return 1;
  yaml_parser_set_input_file(&parser, file);
  yaml_emitter_set_output_file(&emitter, stdout);
  yaml_emitter_set_unicode(&emitter, 1);
  yaml_emitter_set_width(&emitter, -1);
  for (int is_at_end = 0; !is_at_end;) {
    yaml_event_t event;
    if (!yaml_parser_parse(&parser, &event)) {
      fprintf(stderr, "%zu:%zu: %s\n", parser.problem_mark.line + 1,
              parser.problem_mark.column + 1, parser.problem);
      return 1;
    }
    is_at_end = event.type == YAML_STREAM_END_EVENT;
    /* The emitter takes the event over. */
    if (!yaml_emitter_emit(&emitter, &event)) {
      fprintf(stderr, "%s\n", emitter.problem);
      return 1;
    }
  }
  yaml_emitter_delete(&emitter);
  yaml_parser_delete(&parser);
  return 0;
}
