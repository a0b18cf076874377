package import DecantCore
package import DecantConversion

/// The schema that a document names itself: in a comment at its head, as editors read it, or by the key `$schema`.
///
///     # yaml-language-server: $schema=conf.json
///     #:schema ./conf.json
///     {"$schema": "https://example.com/conf.json", …}
package enum DocumentSchemaName {
  /// How far from the beginning a name is looked for.
  private static let reach = 64 * 1024

  /// Returns the name; nil if there is none, as in records, which are documents of their own.
  ///
  /// It reads ahead, but consumes nothing.
  package static func find(in input: inout Input) throws(DecantError) -> String? {
    guard !input.format.abilities.contains(.records) else { return nil }
    let head = try head(of: &input)
    if let name = inComments(head) { return name }
    // Most documents have no such key, so they are not parsed.
    guard head.contains("$schema") else { return nil }
    return underKey(head, as: input.format)
  }

  /// Whether a document in the input may have a version and a kind, as those of Kubernetes.
  ///
  /// Of records, only what has been read is searched.
  package static func mayHaveKinds(_ input: inout Input) throws(DecantError) -> Bool {
    try head(of: &input).contains("apiVersion", rareAt: 3)
  }

  private static func head(of input: inout Input) throws(DecantError) -> [UInt8] {
    let enough = input.format.abilities.contains(.records) ? 1 : reach
    do throws(DecantError) {
      while input.window.unread < enough, try input.window.refill() {}
    } catch {
      // A window that could not be filled takes the input for complete.
      throw error.located(in: input.window, named: input.name)
    }
    return input.window.view(reach)
  }

  // MARK: Comments

  /// Only lines of comments are divided into words: the first line of compact JSON is the document.
  private static func inComments(_ head: [UInt8]) -> String? {
    var rest = head[...]
    for _ in 0...100 {
      rest = rest.drop { $0 <= 0x20 }
      let isComment = rest.first == UInt8(ascii: "#")
      guard isComment || begins(rest) else { return nil }
      let line = rest.prefix { $0 != 0x0A }
      rest = rest.dropFirst(line.count)
      guard isComment else { continue }
      let words = line.dropFirst().split { $0 <= 0x20 }.map { String(decoding: $0, as: UTF8.self) }
      if words.first == ":schema", words.count > 1 { return words[1] }
      if words.first == "yaml-language-server:" {
        let mark = "$schema="
        if let word = words.first(where: { $0.hasPrefix(mark) }),
          word.utf8.count > mark.utf8.count
        {
          return String(word.dropFirst(mark.count))
        }
      }
    }
    return nil
  }

  /// Whether a directive or the marker of a document begins the line, as in the head of YAML.
  private static func begins(_ line: ArraySlice<UInt8>) -> Bool {
    line.first == UInt8(ascii: "%")
      || line.starts(with: "---".utf8) && line.dropFirst(3).first ?? 0x0A <= 0x20
  }

  // MARK: The key

  /// Returns the text of the key in the mapping that is the first document, as far as that can be read.
  private static func underKey(_ head: [UInt8], as format: Format) -> String? {
    var search = Search()
    do throws(DecantError) {
      var input = try Input(.bytes(head), as: format)
      var reading = try InputReading(of: input, ReadingOptions(), stages: [])
      var isMore = true
      while isMore, !search.isOver {
        isMore = try reading.advance(&input, to: { search.read($0) })
      }
    } catch {
      // The head ends within the document, or is invalid, which is reported when the whole is read.
    }
    return search.name
  }

  private struct Search {
    private(set) var name: String?
    private(set) var isOver = false
    private var depth = 0
    private var isAtKey = false

    mutating func read(_ batch: borrowing EventBatch) {
      for index in 0..<batch.count where !isOver {
        let event = batch[index]
        guard !event.isAnnotation, event.kind != .trailingComment, event.kind != .beginDocument
        else {
          continue
        }
        if depth == 0, event.kind != .beginMapping {
          isOver = true
        } else if depth == 1, isAtKey {
          if event.kind == .string { name = batch.string(of: event) }
          isOver = true
        } else if depth == 1, event.isKey {
          isAtKey = event.kind == .string && batch.string(of: event) == "$schema"
        }
        depth += event.depthChange
        if depth == 0 { isOver = true }
      }
    }
  }
}

extension [UInt8] {
  /// Whether a word is there, of which the byte at `place` is one that is rare.
  fileprivate func contains(_ word: String, rareAt place: Int = 0) -> Bool {
    let word = Array(word.utf8)
    return withBytes { bytes in
      var next = place
      while let found = bytes.firstIndex(of: word[place], in: Swift.min(next, count)..<count) {
        if dropFirst(found - place).starts(with: word) { return true }
        next = found + 1
      }
      return false
    }
  }
}
