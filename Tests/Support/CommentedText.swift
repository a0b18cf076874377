package import Testing

package import Decant
package import DecantCore

/// Converts a text with comments, to its own format unless `target` is another one.
package func rewritten(
  _ text: String, from source: Format, to target: Format? = nil,
  _ change: (inout Plan) -> Void = { _ in }
) throws(DecantError) -> String {
  try converted(text, from: source, by: .test(target ?? source, change))
}

/// Returns the events of `text` with comments and blank lines, as `EventScript` shows them, and
/// expects the same in any chunks.
package func commentScript(
  of text: String, as format: Format, _ options: ReadingOptions = ReadingOptions(),
  location: SourceLocation = #_sourceLocation
) throws -> String {
  let bytes = Array(text.utf8)
  let whole = try commentScript(of: bytes, as: format, options, feeding: .init())
  let splits = (1..<max(bytes.count, 1)).map { Transcript.Feeding(sizes: [$0, bytes.count]) }
  for feeding in splits + Transcript.Feeding.all {
    let pieces = try commentScript(of: bytes, as: format, options, feeding: feeding)
    #expect(pieces == whole, "\(text) with \(feeding)", sourceLocation: location)
  }
  return whole
}

package func commentScript(
  of bytes: [UInt8], as format: Format, _ options: ReadingOptions,
  feeding: Transcript.Feeding = .init()
) throws -> String {
  var options = options
  options.comments = true
  var window = Window(ChunkedSource(bytes, sizes: feeding.sizes), capacity: feeding.capacity)
  try window.decodeUnicode()
  var reader = try format.reader(options)
  var grammar = EventGrammarChecker(.content)
  var batch = EventBatch()
  var script = EventScript()
  while try reader.read(from: &window, into: &batch) {
    try grammar.check(batch)
    script.append(batch)
    batch.removeAll()
  }
  try grammar.finish()
  return script.text
}

/// Expects a conversion to keep the values and `words`, each once, and to be idempotent; returns
/// the output.
@discardableResult
package func expectKept(
  _ words: [String], _ text: String, from source: Format, to target: Format,
  _ change: (inout Plan) -> Void = { _ in }, location: SourceLocation = #_sourceLocation
) throws -> String {
  let output = try rewritten(text, from: source, to: target, change)
  // Keys that are collections need tagged forms in JSON.
  func values(_ text: String, _ format: Format) throws -> String {
    try rewritten(text, from: format, to: .jsonLines) { $0.fidelity = .tagged }
  }
  let story = "\(source.name) to \(target.name):\n\(text)\n---->\n\(output)"
  try #require(
    try values(output, target) == values(text, source), "\(story)",
    sourceLocation: location)
  for word in words {
    #expect(output.count(of: word) == 1, "'\(word)' in \(story)", sourceLocation: location)
  }
  let comments = try commentScript(of: Array(output.utf8), as: target, .init(), feeding: .init())
  for word in words {
    #expect(comments.contains(word), "'\(word)' as a comment in \(story)", sourceLocation: location)
  }
  let again = try rewritten(output, from: target, to: target, change)
  #expect(again == output, "\(story)\n---->\n\(again)", sourceLocation: location)
  return output
}

extension String {
  package func count(of part: String) -> Int {
    split(separator: part, omittingEmptySubsequences: false).count - 1
  }
}
