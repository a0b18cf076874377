package import DecantCore

/// The documents of a stream that an option selects: those with some numbers, or those for which conditions hold.
@usableFromInline package enum DocumentSelection: Sendable, Hashable {
  /// The documents with some numbers, from 1.
  case numbers(ClosedRange<Int>)
  /// The documents whose roots fulfil all conditions.
  case matching([PathCondition])

  /// Parses a number of 1 or more, a range such as 1-100, or conditions in brackets; the offset of an error is that in `text`.
  package init(_ text: String) throws(DecantError) {
    var parser = PathParser(text)
    guard parser.next == UInt8(ascii: "[") else {
      let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map {
        DocumentPointer.index(KeyText(String($0))) ?? 0
      }
      guard numbers.count <= 2, let first = numbers.first, let last = numbers.last, first > 0,
        last >= first
      else {
        throw parser.unexpected(
          "a number of 1 or more, a range such as 1-100, or a condition such as [kind=Service]")
      }
      self = .numbers(first...last)
      return
    }
    let conditions = try parser.conditions()
    guard parser.next == nil else { throw parser.unexpected("the end after a condition") }
    self = .matching(conditions)
  }

  /// Whether a document with a number, from 1, and a root is selected.
  @inlinable package func selects<Tree: PathTree>(_ number: Int, _ root: Tree) -> Bool {
    switch self {
    case .numbers(let selected): selected.contains(number)
    case .matching(let conditions): conditions.hold(for: root)
    }
  }
}

/// The options of stages after a reader, which travel with its own; they are there only if one is set, as those of formats.
private struct StageOptions: FormatOptions {
  var documents: DocumentSelection?
  var instancePaths: [NeededPath]?
}

extension ReadingOptions {
  /// The documents of an input that are read on; nil for all.
  package var documents: DocumentSelection? {
    get { self[StageOptions.self].documents }
    set { if newValue != nil || documents != nil { self[StageOptions.self].documents = newValue } }
  }

  /// The paths to a part of an archive, in which references to instances are read as copies; nil for a whole archive.
  package var instancePaths: [NeededPath]? {
    get { self[StageOptions.self].instancePaths }
    set {
      if newValue != nil || instancePaths != nil {
        self[StageOptions.self].instancePaths = newValue
      }
    }
  }
}
