internal import DecantCore
internal import DecantYAML

/// A comparison of what decant and programs built on libyaml read from a stream of YAML.
///
///     YAMLScanner ────tokens─┐
///                           ├─ the same nodes?       each plain scalar ─▶ the same value in YAML 1.1 and 1.2?
///     LibYAMLScanner ─tokens─┘
///
/// The syntax is compared up to the first difference, after which the two no longer correspond. Memory is constant beside
/// the input, which must be in memory, mapped or not.
struct YAMLPortability: FormatPortability {
  private enum Syntax: Equatable {
    case same
    /// libyaml refuses the stream or reads it otherwise, as by YAML 1.1.
    case different
    /// libyaml reads another text in the same place, for which there is no known reason.
    case contradicted(offset: Int)
  }

  func check(
    _ window: inout Window, _ options: ReadingOptions,
    report: (DecantError) throws(DecantError) -> Void
  ) throws(DecantError) {
    _ = try compare(
      &window, options.yamlSchema,
      { (node, window) throws(DecantError) in
        guard let mistake = node.mistake else { return }
        try report(DecantError(mistake, in: window, at: node.offset))
      }, report)
  }

  func confirm(_ window: inout Window) throws(DecantError) -> Bool {
    switch try compare(&window, nil, { _, _ in }, { _ in }) {
    case .same: return true
    case .different: return false
    case .contradicted(let offset): throw DecantError(.contradicted, in: window, at: offset)
    }
  }

  private func compare(
    _ window: inout Window, _ schema: YAMLSchema?,
    _ visit: (Node, borrowing Window) throws(DecantError) -> Void,
    _ report: (DecantError) throws(DecantError) -> Void
  ) throws(DecantError) -> Syntax {
    try window.showAll()
    let own = Run(YAMLScanner(schema))
    let libyaml = Run(LibYAMLScanner())
    try own.begin(in: &window)
    try libyaml.begin(in: &window)
    var syntax = Syntax.same
    while try own.advance(in: window) {
      if own.mayDependOnVersion(in: window) { try visit(own.node(in: window), window) }
      guard syntax == .same else { continue }
      do {
        let isMore = try libyaml.advance(in: window)
        if isMore, own.isSame(as: libyaml, in: window) { continue }
        let node = own.node(in: window)
        let other = isMore ? libyaml.node(in: window) : nil
        syntax =
          other?.contradicts(node) == true ? .contradicted(offset: node.offset) : .different
        try report(
          DecantError(
            .readOtherwise(other?.shown ?? "the end", instead: node.shown), in: window,
            at: node.offset))
      } catch {
        guard case .other(let words)? = error.problem.specific(DecantError.YAMLProblem.self) else {
          throw error
        }
        syntax = .different
        try report(
          DecantError(.refused(words), in: window, at: error.offset ?? own.offset(in: window)))
      }
    }
    return syntax
  }

  /// A node, or the beginning or end of one, that is reported.
  private struct Node {
    let kind: YAMLToken.Kind
    let isPlain: Bool
    let isTagged: Bool
    let text: [UInt8]
    let offset: Int

    /// Whether another text is in the same place, and neither the line breaks of YAML 1.1 nor the end of a block of text
    /// explains it.
    func contradicts(_ other: Node) -> Bool {
      guard kind == .scalar, other.kind == .scalar, isPlain == other.isPlain else { return false }
      let texts = [text, other.text].map { text in
        String(decoding: text, as: UTF8.self).unicodeScalars
      }
      guard texts.allSatisfy({ !$0.contains(where: \.isOldLineBreak) }) else { return false }
      let words = texts.map { $0.reversed().drop { $0 == "\n" || $0 == " " } }
      return !words[0].elementsEqual(words[1])
    }

    var shown: String {
      let text = String(decoding: text.prefix(40), as: UTF8.self)
      return switch kind {
      case .beginDocument: "a document"
      case .endDocument: "the end of a document"
      case .beginSequence: "a sequence"
      case .beginMapping: "a mapping"
      case .endSequence: "the end of a sequence"
      case .endMapping: "the end of a mapping"
      case .anchor: "the anchor '\(text)'"
      case .alias: "the alias '\(text)'"
      case .tag: "the tag '\(text)'"
      default: text.isEmpty ? "an empty value" : "'\(text)'"
      }
    }

    /// What yaml.org/type defines for YAML 1.1, and decant reads alike in both versions.
    private static let oldMeanings = [
      "<<": "a merge key", "=": "a default value", "y": "the boolean true",
      "n": "the boolean false",
    ]

    /// A value that depends on the version of YAML.
    var mistake: YAMLPortabilityProblem? {
      guard kind == .scalar, isPlain, !isTagged else { return nil }
      return text.withBytes { text in
        let (new, old) = (
          YAMLResolver.resolve(text, in: .core), YAMLResolver.resolve(text, in: .yaml11)
        )
        let (written, other) = (new.written(as: text), old.written(as: text))
        let meaning =
          text.byteCount > 2 ? nil : Self.oldMeanings[String(utf8: text).lowercased()]
        guard written != other || new.typeName != old.typeName || meaning != nil else { return nil }
        return .dependsOnVersion(
          String(utf8: text), new: new.described(written), old: meaning ?? old.described(other),
          number: new.numberKind != nil ? written : old.numberKind != nil ? other : nil)
      }
    }
  }

  /// The nodes that a scanner finds, one at a time; their texts stay where they are.
  ///
  /// It is an object, because a structure that cannot be copied would be moved for each node: 550 bytes, several times.
  private final class Run<Scanner: YAMLTokenScanner & ~Copyable> {
    @safe @exclusivity(unchecked) private var scanner: Scanner
    @safe @exclusivity(unchecked) private var batch = EventBatch()
    @safe @exclusivity(unchecked) private var handles = YAMLTagHandles()
    @safe @exclusivity(unchecked) private var index = 0
    @safe @exclusivity(unchecked) private var hasTag = false
    @safe @exclusivity(unchecked) private var pause = YAMLPause.tokensFull
    @safe @exclusivity(unchecked) private var token = YAMLToken(.endDocument, at: 0)
    /// The tag, if the token is one.
    @safe @exclusivity(unchecked) private var tag: [UInt8] = []
    @safe @exclusivity(unchecked) private var isTagged = false

    init(_ scanner: consuming Scanner) { self.scanner = scanner }

    func begin(in window: inout Window) throws(DecantError) {
      try scanner.begin(in: &window)
    }

    var isPlain: Bool { token.kind == .scalar && token.style == .plain }

    func mayDependOnVersion(in window: borrowing Window) -> Bool {
      isPlain && withText(in: window, YAMLResolver.mayDependOnVersion)
    }

    func offset(in window: borrowing Window) -> Int { window.origin + Int(token.position) }

    func node(in window: borrowing Window) -> Node {
      Node(
        kind: token.kind, isPlain: isPlain, isTagged: isTagged,
        text: withText(in: window) { [UInt8]($0) }, offset: offset(in: window))
    }

    func isSame<Other: ~Copyable>(
      as other: Run<Other>, in window: borrowing Window
    ) -> Bool {
      guard token.kind == other.token.kind, isPlain == other.isPlain else { return false }
      guard token.kind.hasText else { return true }
      return withText(in: window) { text in other.withText(in: window) { text.isEqual(to: $0) } }
    }

    private func withText<R>(in window: borrowing Window, _ body: (RawSpan) -> R) -> R {
      if token.kind == .tag { return tag.withBytes(body) }
      guard token.kind.hasText else { return body(RawSpan()) }
      let range = token.text
      return token.isInScratch
        ? batch.scratch.withBytes { body($0.extracting(range)) }
        : window.withBytes { body($0.extracting(range)) }
    }

    /// Moves to the next node; returns false at the end.
    func advance(in window: borrowing Window) throws(DecantError) -> Bool {
      while true {
        while index < scanner.output.tokens.count {
          token = scanner.output.tokens[index]
          index += 1
          if take(in: window) { return true }
        }
        guard pause == .tokensFull else {
          guard pause == .refused, let error = scanner.error else { return false }
          let line = window.location(at: max(error.otherOffset - window.origin, 0)).line
          throw DecantError(error.problem(line), offset: error.offset)
        }
        scanner.output.removeAll()
        batch.removeAll()
        index = 0
        let (origin, count) = (window.origin, window.count)
        pause = window.withBytes {
          scanner.scan($0, from: origin, count: count, isComplete: true, batch.scratch)
        }
      }
    }

    /// Returns whether the token is a node, or begins or ends one.
    private func take(in window: borrowing Window) -> Bool {
      isTagged = hasTag
      switch token.kind {
      case .loneSurrogate, .shallowLine: return false
      case .beginDocument: handles.removeAll()
      case .tagHandle:
        handles.define(written: window.withBytes { token.bytes(in: $0, batch.scratch) })
        return false
      case .tag:
        let text = window.withBytes { token.bytes(in: $0, batch.scratch) }
        tag = handles.tag(written: text) ?? text
        hasTag = true
        return true
      case .anchor: return true
      default: break
      }
      hasTag = false
      return true
    }
  }
}

extension YAMLToken.Kind {
  fileprivate var hasText: Bool {
    switch self {
    case .scalar, .alias, .anchor, .tag: true
    default: false
    }
  }
}

extension DecantError {
  fileprivate init(
    _ problem: YAMLPortabilityProblem, in window: borrowing Window, at offset: Int
  ) {
    self = DecantError(.specific(problem), offset: offset).located(in: window, named: nil)
  }
}

extension YAMLValue {
  fileprivate var typeName: String {
    switch self {
    case .string: "a string"
    case .word(.null): "null"
    case .word: "a boolean"
    case .number(.integer), .respelled(.integer, _): "an integer"
    case .number, .respelled, .nonFinite: "a real number"
    case .date: "a date"
    case .data: "data"
    }
  }

  fileprivate func described(_ text: String) -> String {
    switch self {
    case .string, .word(.null), .date, .data: typeName
    case .word: "the boolean \(text)"
    default: "the number \(text)"
    }
  }
}

/// What programs built on libyaml, most of which read YAML 1.1, do not read as decant does.
enum YAMLPortabilityProblem: SpecificProblem {
  /// libyaml refuses the stream, in its words.
  case refused(String)
  /// libyaml reads something else.
  case readOtherwise(String, instead: String)
  /// A plain scalar has another value in YAML 1.1; `number` is the decimal one if either is a number.
  case dependsOnVersion(String, new: String, old: String, number: String?)
  /// libyaml reads another text in what decant has written.
  case contradicted

  var category: DecantError.Category { self == .contradicted ? .defect : .input }

  var message: String {
    switch self {
    case .refused(let words): "programs built on libyaml refuse this; \(words.visible())"
    case .readOtherwise(let other, let own):
      "programs built on libyaml read \(other.visible()) instead of \(own.visible())"
    case .dependsOnVersion(let text, let new, let old, _):
      "\(text.quoted) is \(old) in YAML 1.1 and \(new) in YAML 1.2"
    case .contradicted: "libyaml reads another text here than decant; nothing was written"
    }
  }

  var hint: String? {
    switch self {
    case .contradicted: nil
    case .refused, .readOtherwise: "quote text, and write collections line by line"
    case .dependsOnVersion(let text, _, _, let number?) where number != text:
      "quote it, or write \(number.visible())"
    case .dependsOnVersion: "quote it, or write its type as a tag"
    }
  }
}
