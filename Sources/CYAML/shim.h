#include <yaml.h>

/* Members of the unions in libyaml's events, one by one.

   Swift reads a whole union to get at a member of it. libyaml has only just written the members, one by
   one, and a processor that reads several at once waits until all of them have left its store buffer. */

static inline yaml_char_t *decant_scalar_anchor(const yaml_event_t *event) {
  return event->data.scalar.anchor;
}

static inline yaml_char_t *decant_scalar_tag(const yaml_event_t *event) {
  return event->data.scalar.tag;
}

static inline yaml_char_t *decant_scalar_value(const yaml_event_t *event) {
  return event->data.scalar.value;
}

static inline size_t decant_scalar_length(const yaml_event_t *event) {
  return event->data.scalar.length;
}

static inline yaml_scalar_style_t decant_scalar_style(const yaml_event_t *event) {
  return event->data.scalar.style;
}

static inline yaml_sequence_style_t decant_sequence_style(const yaml_event_t *event) {
  return event->data.sequence_start.style;
}

static inline yaml_mapping_style_t decant_mapping_style(const yaml_event_t *event) {
  return event->data.mapping_start.style;
}
