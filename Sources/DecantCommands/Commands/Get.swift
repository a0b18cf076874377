internal import DecantCore
internal import DecantJSON
internal import DecantConversion
internal import DecantFiles

extension Verb {
  static let get = Verb(
    name: .get, operands: "PATH... [FILE...]",
    summary: "print the values at paths",
    detail: """
      One value is printed per line: a scalar as plain text, a collection as compact JSON. PATH is a JSON Pointer, \
      /users/0/name, or written as for jq, .users[0].name; an empty PATH is the whole document. '-1' is the last \
      element of a sequence, '*' is each child, '**' any depth, and [age>30] each child for which the condition \
      holds; decant(1) has all of it. A word after the first that begins as a path is a file if there is one of \
      that name. The exit status is 1 if a value is missing.
      """,
    run: { session throws(Failure) in try Getting(session).run() })
}

private struct Getting {
  private let session: Session
  private let query: QueryArguments
  private let paths: [PathPattern]
  /// What a row consists of; empty without rows.
  private let rows: RowLines
  private let list: CheckedFiles
  private let plan: Plan?

  init(_ session: Session) throws(Failure) {
    self.session = session
    query = session.arguments.query
    let isListing = query.form == .paths
    let operands = session.arguments.operands
    let parsed = try mappingError(
      Failure.usage, try GetOperands(operands, of: query, isListing ? .optional : .required))
    paths = parsed.paths
    rows = RowLines(columns: parsed.columns, fallback: query.fallback)
    list = CheckedFiles(
      parsed.files,
      FileList.Options(
        registry: session.registry, selection: session.arguments.selection,
        format: try session.conversion().source))
    let isConverted = session.arguments.to != nil || session.arguments.plan.gathering == .slurp
    guard !isConverted || !isListing && !query.endsWithNull else {
      throw .usage("'--\(isListing ? "paths" : "null")' cannot be used together with '--to'")
    }
    guard !isConverted || query.naming == .none else {
      throw .usage("names of files are for lines of values, not for '--to' and '--slurp'")
    }
    plan = isConverted ? try session.conversion().planForVerb(.json) : nil
  }

  func run() throws(Failure) {
    try session.enterSandbox(opening: list.files.map(\.path))
    if let plan {
      try write(by: plan)
    } else if query.form == .paths {
      try listPaths()
    } else if query.naming == .matches {
      try writeNames()
    } else {
      try writeLines()
    }
  }

  // MARK: Output

  private func write(by plan: Plan) throws(Failure) {
    var writing = try Writing(by: plan, in: session)
    try writing.write { (pipeline) throws(Failure) in
      try forEachRowOrValue(
        row: { (match) throws(DecantError) in
          try pipeline.convert(
            try rows.value(of: match, inTable: plan.target.abilities.contains(.rows)))
        },
        value: { (_, document) throws(DecantError) in
          if let document {
            try pipeline.convert(document)
          } else {
            try pipeline.convert(query.fallback.map { .string($0) } ?? .null)
          }
        })
      return .whole
    }
  }

  private var end: String { query.endsWithNull ? "\0" : "\n" }

  private func writeLines() throws(Failure) {
    try withSink { (sink) throws(Failure) in
      var header = rows.header
      let print = { (file: String, line: String) throws(DecantError) in
        try sink.write(prefix(file) + session.console.shown(line) + end)
      }
      let printRow = { (match: RowMatch) throws(DecantError) in
        if let names = header.take() { try print("file", names) }
        try print(match.file, try rows.line(of: match))
      }
      let willWait = { () throws(DecantError) in try sink.flush() }
      try forEachRowOrValue(willWait: willWait, row: printRow) {
        (file, document) throws(DecantError) in
        if session.arguments.plan.scalars == .raw, let document, document.root.kind == .data,
          case .data(let bytes) = try document.value
        {
          try sink.write(prefix(file))
          return try sink.write(bytes)
        }
        try print(file, try document?.root.line ?? query.fallback ?? "")
      }
    }
  }

  /// What stands before a value of a file.
  private func prefix(_ file: String) -> String {
    guard query.naming == .eachValue else { return "" }
    return session.console.shown(Console.name(of: file)) + (query.form == .rows ? "\t" : ":")
  }

  /// Prints the name of each file in which a path leads to a value.
  private func writeNames() throws(Failure) {
    try withSink { (sink) throws(Failure) in
      var last: String?
      try forEachValue { (file, document) throws(DecantError) in
        guard document != nil, file != last else { return }
        last = file
        try sink.write(session.console.shown(Console.name(of: file)) + end)
      }
    }
  }

  private func withSink(_ body: (ByteSink) throws(Failure) -> Void) throws(Failure) {
    let output = try asFailure(try Output(nil, session.console))
    let sink = ByteSink(output.destination)
    try body(sink)
    try asFailure(try sink.flush())
  }

  // MARK: Values

  /// Calls `row` with each match of which a row is printed, or else `value` with each value.
  private func forEachRowOrValue(
    willWait: (() throws(DecantError) -> Void)? = nil,
    row: (RowMatch) throws(DecantError) -> Void,
    value: (String, Document?) throws(DecantError) -> Void
  ) throws(Failure) {
    if rows.columns.contains(where: \.content.needsPlace) { return try forEachPlacedRow(row) }
    try forEachValue(willWait: willWait) { (file, document) throws(DecantError) in
      guard query.form == .rows, let document else { return try value(file, document) }
      try row(RowMatch(node: document.root, file: Console.name(of: file)))
    }
  }

  /// Calls `body` with each match, its key and the line where it begins, which are looked up in the whole document.
  private func forEachPlacedRow(
    _ body: (RowMatch) throws(DecantError) -> Void
  ) throws(Failure) {
    var isFound = false
    try forEachFile { (file) throws(Failure) in
      let name = Console.name(of: file.path)
      try reportingMissing(in: file) { (missing) throws(Failure) in
        try session.forEachLocatedDocument(of: file.path) { (document, input) throws(DecantError) in
          missing.beginDocument()
          let matches = paths[0].matches(in: document.root)
          isFound = isFound || !matches.isEmpty
          if matches.isEmpty, query.fallback == nil { missing.add(0) }
          var place = input.place(at: document.root.offset)
          for match in matches {
            if input.isText { input.advance(&place, to: match.node.offset) }
            try body(
              RowMatch(
                node: match.node, file: name, key: match.tokens.last,
                line: input.isText ? place.line : nil))
          }
        }
      }
    }
    noteResult(isFound: isFound)
  }

  /// Of files that were searched, one must have a value.
  private func noteResult(isFound: Bool) {
    guard !isFound, list.areSearched || query.naming == .matches else { return }
    session.reporter.raiseStatus(to: .negative)
  }

  /// Calls `body` with each value and its file, or nil for what `--default` replaces.
  private func forEachValue(
    willWait: (() throws(DecantError) -> Void)? = nil,
    _ body: (String, Document?) throws(DecantError) -> Void
  ) throws(Failure) {
    var isFound = false
    try forEachFile { (file) throws(Failure) in
      func found(_ document: Document?) throws(DecantError) {
        isFound = true
        try body(file.path, document)
      }
      try reportingMissing(in: file) { (missing) throws(Failure) in
        guard paths.count == 1 else {
          return try forEachOfSeveral(in: file.path, willWait, &missing, found)
        }
        var isMissing = true
        try session.forEachDocument(
          of: file.path,
          from: { (input, options) throws(DecantError) in
            try DocumentReader(input, options, at: paths[0], query.aspect)
          }, willWait: willWait
        ) { (document) throws(Failure) in
          if !document.isEmpty {
            isMissing = false
            try asFailure(about: Console.name(of: file.path), try found(document))
          } else {
            missing.beginDocument()
            if isMissing { try lack(0, in: file.path, &missing, found) }
            isMissing = true
          }
        }
      }
    }
    noteResult(isFound: isFound)
  }

  private func forEachFile(_ body: (ListedFile) throws(Failure) -> Void) throws(Failure) {
    try session.forEach(of: list.files) { (file) throws(Failure) in
      if case .failed(let error) = file.finding { throw .error(error) }
      try body(file)
    }
  }

  /// The values of each document are in the order of the paths, so they are looked up in memory.
  private func forEachOfSeveral(
    in file: String, _ willWait: (() throws(DecantError) -> Void)?,
    _ missing: inout MissingValues, _ body: (Document?) throws(DecantError) -> Void
  ) throws(Failure) {
    try session.forEachDocument(of: file, from: makeReader, willWait: willWait) {
      (document) throws(Failure) in
      missing.beginDocument()
      for (index, path) in paths.enumerated() {
        let matches = path.matches(in: document.root)
        if matches.isEmpty { try lack(index, in: file, &missing, body) }
        for match in matches {
          do throws(DecantError) {
            let shown = try Document(copying: match.node).shown(as: query.aspect)
            for document in shown { try body(document) }
          } catch {
            throw .error(error.about(Console.name(of: file)))
          }
        }
      }
    }
  }

  private func makeReader(
    _ input: consuming Input, _ options: ReadingOptions
  ) throws(DecantError) -> DocumentReader {
    try DocumentReader(input, options, keeping: paths)
  }

  private func lack(
    _ path: Int, in file: String, _ missing: inout MissingValues,
    _ body: (Document?) throws(DecantError) -> Void
  ) throws(Failure) {
    guard query.fallback == nil else {
      return try asFailure(about: Console.name(of: file), try body(nil))
    }
    missing.add(path)
  }

  /// Reports the values that a file lacks after `read`, also if that fails.
  ///
  /// Of files that a search has found, only those with a value are of interest.
  private func reportingMissing(
    in file: ListedFile, _ read: (inout MissingValues) throws(Failure) -> Void
  ) throws(Failure) {
    var missing = MissingValues(paths)
    var failure: Failure?
    do throws(Failure) {
      try read(&missing)
    } catch {
      failure = error
    }
    if file.isNamed, query.naming != .matches {
      let errors = missing.errors { session.hint(ofMissing: $0, inDocument: $1, of: file.path) }
      for (error, hint) in errors {
        session.reporter.report(
          error.about(Console.name(of: file.path)), hint: hint, endingWith: .negative)
      }
    }
    if let failure { throw failure }
  }

  // MARK: Lists

  private func listPaths() throws(Failure) {
    try withSink { (sink) throws(Failure) in
      try forEachFile { (file) throws(Failure) in
        let print = { (line: String) throws(DecantError) in
          try sink.write(prefix(file.path) + session.console.shown(line))
        }
        if paths.isEmpty {
          var listing = PathListing(endingWith: end)
          try session.forEachBatch(of: file.path) { (batch) throws(DecantError) in
            try listing.add(batch, print)
          }
          warn(about: listing)
        } else {
          try list(in: file, print)
        }
      }
    }
  }

  private func list(
    in file: ListedFile, _ print: (String) throws(DecantError) -> Void
  ) throws(Failure) {
    try reportingMissing(in: file) { (missing) throws(Failure) in
      try session.forEachDocument(of: file.path, from: makeReader) { (document) throws(Failure) in
        missing.beginDocument()
        for (index, path) in paths.enumerated() {
          let matches = path.matches(in: document.root)
          if matches.isEmpty { try lack(index, in: file.path, &missing) { _ in } }
          for match in matches {
            var listing = PathListing(below: match.tokens, endingWith: end)
            try asFailure(
              about: Console.name(of: file.path),
              try match.node.forEachBatch { (batch) throws(DecantError) in
                try listing.add(batch, print)
              })
            warn(about: listing)
          }
        }
      }
    }
  }

  private func warn(about listing: PathListing) {
    guard listing.hasUnreachableKeys else { return }
    session.reporter.warnOnce(
      "paths do not lead to the values of keys that are collections or data")
  }
}
