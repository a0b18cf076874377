package import DecantCore

/// The layout of a document in brackets or tags, which new text gets.
package struct BracketedLayout: Sendable {
  package let indentation: Indentation
  /// Whether a space follows a sign on a line.
  package let isSpaced: Bool

  package init(indentation: Indentation, isSpaced: Bool) {
    self.indentation = indentation
    self.isSpaced = isSpaced
  }
}

extension BracketedLayout {
  /// The number of events that are sufficient to detect the layout.
  private static let sampleCount = 10_000

  /// Detects the layout from the first nodes: a document on one line has no indentation.
  package init(of document: EditedDocument, _ source: SourceLines, _ printer: some ListPrinter) {
    let tape = document.tape
    var found: Indentation?
    var spacesKeys: Bool?
    var spacesItems: Bool?
    var event: Int?
    for following in 0..<min(tape.count, Self.sampleCount) where !tape[following].isAnnotation {
      defer { event = following }
      guard let event, tape[following].depthChange >= 0, tape[event].depthChange >= 0 else {
        continue
      }
      let next = document.offset(at: following)
      if tape[event].depthChange > 0 {
        found = found ?? Self.step(from: document.offset(at: event), to: next, in: source)
      } else {
        let end = document.range(of: event).upperBound
        if end < next, !source.hasLineEnd(in: end..<next) {
          let isSpaced = (end..<next).contains { SourceLines.isBlank(source[$0]) }
          if tape[event].isKey {
            spacesKeys = spacesKeys ?? isSpaced
          } else {
            spacesItems = spacesItems ?? isSpaced
          }
        }
      }
      if spacesItems != nil, found != nil || !printer.prefersLines { break }
    }
    self.init(
      indentation: found ?? printer.usualIndentation,
      isSpaced: spacesItems ?? spacesKeys ?? printer.prefersLines)
  }

  package static func step(from outer: Int, to inner: Int, in source: SourceLines) -> Indentation? {
    guard inner > outer, source.beginsLine(inner), source.hasLineEnd(in: outer..<inner) else {
      return nil
    }
    let (outer, inner) = (source.indentation(at: outer), source.indentation(at: inner))
    guard inner.starts(with: outer), let byte = inner.dropFirst(outer.count).first else {
      return nil
    }
    return Indentation(byte: byte, width: inner.count - outer.count)
  }
}

extension Indentation {
  var bytes: [UInt8] { [UInt8](repeating: byte, count: width) }
}
