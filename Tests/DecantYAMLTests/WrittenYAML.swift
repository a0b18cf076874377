import DecantTestSupport
import Testing
import Decant
import DecantCore

@testable import DecantYAML

func yaml(_ source: String, _ change: (inout Plan) -> Void = { _ in }) throws -> String {
  try converted(source, by: .test(.writtenYAML, change))
}

/// A stream of events, assembled by hand as a YAML reader would emit it.
struct MadeEvents: ~Copyable {
  private var batch = EventBatch()

  init(_ parts: [Part]) {
    var expectsKey: [Bool?] = []
    batch.append(.beginDocument)
    for part in parts {
      var flags: Event.Flags = []
      let isAnnotation = part.kind == .anchor || part.kind == .tag
      let isEnd = part.kind == .endSequence || part.kind == .endMapping
      if isEnd { expectsKey.removeLast() }
      if !isAnnotation, !isEnd, let isKey = expectsKey.last.flatMap({ $0 }) {
        if isKey { flags.insert(.isKey) }
        expectsKey[expectsKey.count - 1] = !isKey
      }
      if part.isNonFinite { flags.insert(.isNonFinite) }
      batch.append(part.kind, text: part.text, flags: flags, style: part.style)
      if part.kind == .beginMapping { expectsKey.append(true) }
      if part.kind == .beginSequence { expectsKey.append(nil) }
    }
    batch.append(.endDocument)
  }

  func written(
    _ options: WritingOptions = WritingOptions(), atOnce limit: Int = .max
  ) throws -> String {
    var grammar = EventGrammarChecker(.content)
    try grammar.check(batch)
    var writer = YAMLWriter(options)
    let destination = MemoryDestination()
    let sink = ByteSink(destination)
    var start = 0
    while start < batch.count {
      var part = EventBatch()
      for index in start..<min(start + min(limit, batch.count), batch.count) {
        part.append(batch[index], of: batch)
      }
      try writer.write(part, to: sink)
      start += part.count
    }
    writer.finish(to: sink)
    try sink.flush()
    return destination.text
  }

  struct Part: Sendable {
    let kind: Event.Kind
    var text = ""
    var style = Event.Style.any
    var isNonFinite = false

    static let map = Part(kind: .beginMapping)
    static let flowMap = Part(kind: .beginMapping, style: .flow)
    static let endMap = Part(kind: .endMapping)
    static let seq = Part(kind: .beginSequence)
    static let flowSeq = Part(kind: .beginSequence, style: .flow)
    static let endSeq = Part(kind: .endSequence)
    static let null = Part(kind: .null)
    static let yes = Part(kind: .true)

    static func str(_ text: String, _ style: Event.Style = .any) -> Part {
      Part(kind: .string, text: text, style: style)
    }
    static func int(_ text: String) -> Part { Part(kind: .integer, text: text) }
    static func real(_ text: String) -> Part { Part(kind: .real, text: text) }
    static func nonFinite(_ text: String) -> Part {
      Part(kind: .real, text: text, isNonFinite: true)
    }
    static func date(_ text: String) -> Part { Part(kind: .date, text: text) }
    static func data(_ text: String) -> Part { Part(kind: .data, text: text) }
    static func anchor(_ name: String) -> Part { Part(kind: .anchor, text: name) }
    static func tag(_ name: String) -> Part { Part(kind: .tag, text: name) }
    static func alias(_ name: String) -> Part { Part(kind: .alias, text: name) }
  }
}
