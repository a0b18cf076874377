import CYAML

/// Returns the events of libyaml, or nil for invalid text: scalars as `=` and text, tags as `!` and
/// their complete name, without styles.
public func libyamlWords(_ text: String) -> [String]? {
  let bytes = Array(text.utf8)
  // SAFETY: the parser is used between its creation and deletion; the input outlives it; texts of
  // an event are copied before the event is deleted.
  return unsafe bytes.withUnsafeBufferPointer { input -> [String]? in
    var parser = unsafe yaml_parser_t()
    guard unsafe yaml_parser_initialize(&parser) == 1 else { return nil }
    defer { unsafe yaml_parser_delete(&parser) }
    unsafe yaml_parser_set_input_string(&parser, input.baseAddress, input.count)
    var words: [String] = []
    while true {
      var event = unsafe yaml_event_t()
      guard unsafe yaml_parser_parse(&parser, &event) == 1 else { return nil }
      defer { unsafe yaml_event_delete(&event) }
      if unsafe event.type == YAML_STREAM_END_EVENT { return words }
      unsafe words.append(contentsOf: libyamlWords(of: event))
    }
  }
}

private func libyamlWords(of event: yaml_event_t) -> [String] {
  func word(_ prefix: String, _ text: UnsafeMutablePointer<UInt8>?) -> [String] {
    unsafe text.map { unsafe [prefix + String(cString: $0)] } ?? []
  }
  // SAFETY: the type determines the member of the union; names end in a zero, and a scalar has a
  // length.
  switch unsafe event.type {
  case YAML_DOCUMENT_END_EVENT:
    return ["."]
  case YAML_SEQUENCE_START_EVENT:
    let start = unsafe event.data.sequence_start
    return unsafe word("&", start.anchor) + word("!", start.tag) + ["["]
  case YAML_SEQUENCE_END_EVENT:
    return ["]"]
  case YAML_MAPPING_START_EVENT:
    let start = unsafe event.data.mapping_start
    return unsafe word("&", start.anchor) + word("!", start.tag) + ["{"]
  case YAML_MAPPING_END_EVENT:
    return ["}"]
  case YAML_ALIAS_EVENT:
    return unsafe word("*", event.data.alias.anchor)
  case YAML_SCALAR_EVENT:
    let scalar = unsafe event.data.scalar
    let text = unsafe String(
      decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
    return unsafe word("&", scalar.anchor) + word("!", scalar.tag) + ["=" + text]
  default:
    return []
  }
}
