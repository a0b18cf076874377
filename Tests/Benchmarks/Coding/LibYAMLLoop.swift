import CYAML

/// A loop that parses YAML with libyaml and discards the events, as `libyaml-loop.c` does.
enum LibYAMLLoop {
  static func run(_ bytes: [UInt8]) -> Bool {
    var parser = unsafe yaml_parser_t()
    // SAFETY: the parser does not move before it is deleted, and the bytes outlive it.
    return unsafe bytes.withUnsafeBufferPointer { input in
      guard unsafe yaml_parser_initialize(&parser) != 0 else { return false }
      defer { unsafe yaml_parser_delete(&parser) }
      unsafe yaml_parser_set_input_string(&parser, input.baseAddress, input.count)
      var event = unsafe yaml_event_t()
      while unsafe yaml_parser_parse(&parser, &event) != 0 {
        let isAtEnd = unsafe event.type == YAML_STREAM_END_EVENT
        unsafe yaml_event_delete(&event)
        if isAtEnd { return true }
      }
      return false
    }
  }
}
