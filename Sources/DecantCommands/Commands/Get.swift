internal import DecantCore
internal import DecantJSON
internal import DecantConversion

extension Verb {
  static let get = Verb(
    name: .get, operands: "POINTER... [FILE...]",
    summary: "print the values at JSON Pointers",
    detail: """
      One value is printed per line: a scalar as plain text, a collection as compact JSON. Each POINTER begins \
      with '/', or is empty for the whole document; '-1' is the last element of a sequence, and '*' each \
      child. A word after the first that begins with '/' is a file if there is one of that name. The exit status \
      is 1 if a value is missing.
      """,
    run: { session throws(Failure) in try Getting(session).run() })
}

private struct Getting {
  private let session: Session
  private let pointers: [DocumentPointer]
  private let files: [String]
  private let plan: Plan?

  init(_ session: Session) throws(Failure) {
    self.session = session
    let operands = session.arguments.operands
    let words = operands.prefix(Self.pointerCount(of: operands))
    guard !words.isEmpty else {
      throw .usage("'get' needs a JSON Pointer such as /users/0/name")
    }
    pointers = try words.map { (word) throws(Failure) in
      if let pointer = DocumentPointer(word) { return pointer }
      throw .usage("'\(word.visible(limit: 64))' is not a JSON Pointer such as /users/0/name")
    }
    files = operands.count > words.count ? Array(operands.dropFirst(words.count)) : ["-"]
    plan =
      session.arguments.to == nil ? nil : try session.conversion().planForVerb(.json)
  }

  /// Returns the number of operands that are pointers: the first, and each next that looks like one and is not a file.
  private static func pointerCount(of operands: [String]) -> Int {
    guard !operands.isEmpty else { return 0 }
    return 1
      + operands.dropFirst().prefix { word in
        if word.isEmpty { return true }
        guard word.utf8.first == UInt8(ascii: "/"), case .failure = System.status(of: word) else {
          return false
        }
        return true
      }.count
  }

  func run() throws(Failure) {
    if let plan { try write(by: plan) } else { try writeLines() }
  }

  private func write(by plan: Plan) throws(Failure) {
    var writing = try Writing(by: plan, in: session)
    try writing.write { (pipeline) throws(Failure) in
      try forEachValue { (document) throws(DecantError) in
        if let document {
          try pipeline.convert(document)
        } else {
          try pipeline.convert(Value.string(session.arguments.query.fallback ?? ""))
        }
      }
      return .whole
    }
  }

  private func writeLines() throws(Failure) {
    let output = try asFailure(try Output(nil, session.console))
    let sink = ByteSink(output.destination)
    try forEachValue { (document) throws(DecantError) in
      let fallback = session.arguments.query.fallback ?? ""
      for line in try document.map(lines) ?? [fallback] {
        try sink.write(session.console.shown(line) + "\n")
      }
    }
    try asFailure(try sink.flush())
  }

  private func forEachValue(
    _ body: (Document?) throws(DecantError) -> Void
  ) throws(Failure) {
    try session.forEach(of: files) { (file) throws(Failure) in
      try session.forEachDocument(of: file, at: pointers) { (document) throws(Failure) in
        for pointer in pointers { try print(pointer, of: document, in: file, body) }
      }
    }
  }

  private func print(
    _ pointer: DocumentPointer, of document: Document, in file: String,
    _ body: (Document?) throws(DecantError) -> Void
  ) throws(Failure) {
    let source = Console.name(of: file)
    let matches = document.root.matches(pointer.tokens[...])
    do {
      for match in matches { try body(Document(copying: match.node)) }
      guard matches.isEmpty else { return }
      if session.arguments.query.fallback != nil { return try body(nil) }
    } catch {
      var error = error
      error.source = error.source ?? source
      throw .error(error)
    }
    session.reporter.report(
      DecantError(.nothingAtPointer(pointer.description)).about(source), endingWith: .negative)
  }

  private func lines(_ document: Document) throws(DecantError) -> [String] {
    let node = document.root
    switch session.arguments.query.aspect {
    case .value: return [try node.line]
    case .type: return [node.typeName]
    case .keys:
      switch node.kind {
      case .beginMapping:
        var lines: [String] = []
        for pair in node.pairs { lines.append(try pair.key.line) }
        return lines
      case .beginSequence: return Array(node.elements).indices.map { String($0) }
      default: throw DecantError(.other("a \(node.typeName) has no keys", hint: nil))
      }
    case .length:
      switch node.kind {
      case .beginMapping: return [String(Array(node.pairs).count)]
      case .beginSequence: return [String(Array(node.elements).count)]
      case .string: return [String(node.text?.unicodeScalars.count ?? 0)]
      case .data: return [String(node.bytes.count)]
      default: throw DecantError(.other("a \(node.typeName) has no length", hint: nil))
      }
    }
  }
}

extension Document.Node {
  /// A scalar as plain text, which can contain line breaks, or a collection as compact JSON.
  fileprivate var line: String {
    get throws(DecantError) {
      switch kind {
      case .null: return "null"
      case .true: return "true"
      case .false: return "false"
      case .beginSequence, .beginMapping, .data:
        var options = WritingOptions()
        options.indentation = .compact
        let text = try Document(copying: self).text(as: .json, options: options)
        let line = text.split(separator: "\n").joined()
        return kind == .data ? String(line.dropFirst().dropLast()) : line
      default: return text ?? ""
      }
    }
  }

  fileprivate var typeName: String {
    switch kind {
    case .true, .false: "boolean"
    case .beginSequence: "sequence"
    case .beginMapping: "mapping"
    default: "\(kind)"
    }
  }
}
