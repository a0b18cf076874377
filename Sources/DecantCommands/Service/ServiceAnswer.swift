internal import DecantChanges
internal import DecantCore
internal import DecantConversion
internal import DecantSchema
internal import DecantSystem
internal import Synchronization

struct ServiceAnswer: Sendable {
  let registry: FormatRegistry
  let type: DocumentTransform?
  let limits: ServiceLimits
  private let options: [RequestOptions]

  init(registry: FormatRegistry, type: DocumentTransform?, limits: ServiceLimits) {
    self.registry = registry
    self.type = type
    self.limits = limits
    let flags = Flag.all(for: registry)
    options = RequestKind.allCases.map { RequestOptions($0, among: flags) }
  }

  /// The version of the protocol, increased when an old client would misunderstand a reply.
  static let protocolVersion = 1

  func reply(to request: RequestReader.Message) -> Reply {
    Deadline.run(in: limits.seconds) { answer(request) }
  }

  private func answer(_ request: RequestReader.Message) -> Reply {
    let header = request.header
    guard case .bytes(let payload) = request.payload else {
      return .error(
        header, .size, "the payload is longer than \(limits.requestBytes) bytes")
    }
    do throws(UsageError) {
      if let flaw = header.flaw { throw UsageError(flaw) }
      if let options = options.first(where: { $0.kind.rawValue == header.word }) {
        return try answer(Run(header, options, payload, self))
      }
      switch header.word {
      case "hello": return try bare(header) { hello(header) }
      case "formats":
        return try bare(header) { .ok(header, Array(registry.formats.json.utf8)) }
      case "ping", "quit": return try bare(header) { .ok(header) }
      default:
        let shown = header.word.visible(limit: 64)
        throw UsageError(
          "unknown request '\(shown)'",
          suggestion: NearestWord.to(header.word, in: Self.words))
      }
    } catch {
      return .error(header, .usage, error.message)
    }
  }

  static let words = ["hello", "formats", "ping", "quit"] + RequestKind.allCases.map(\.rawValue)

  private func answer(_ run: Run) throws(UsageError) -> Reply {
    do throws(Failure) {
      switch run.kind {
      case .convert: return try convert(run)
      case .check: return try check(run)
      case .get, .edit, .diff, .merge: return try runVerb(run)
      }
    } catch {
      return try run.reply(to: error)
    }
  }

  private func hello(_ request: MessageHeader) -> Reply {
    .ok(request) { header in
      header.add("protocol", Self.protocolVersion)
      header.add("version", Tool.version)
      header.add("jobs", limits.jobs)
      header.add("max-request-bytes", limits.requestBytes)
      header.add("max-reply-bytes", limits.replyBytes)
      header.add("max-depth", limits.reading.maximumDepth)
      header.add("max-alias-nodes", limits.reading.maximumAliasNodes)
      header.add("timeout", limits.seconds.map { String($0) })
      let formats = registry.formats
      header.add("reads", formats.filter(\.isReadable).map(\.name).joined(separator: ","))
      header.add("requests", Self.words.joined(separator: ","))
      header.add("writes", formats.filter(\.isWritable).map(\.name).joined(separator: ","))
    }
  }

  private func convert(_ run: Run) throws(Failure) -> Reply {
    var input = try run.open()
    let plan = try run.plan(for: input.format)
    var pipeline = try asFailure(try Pipeline(plan, to: run.destination))
    try run.conversion.convert(&input, for: plan.outerTarget, into: &pipeline)
    try asFailure(reading: input.format, try pipeline.finish())
    run.reporter.report(run.conversion.losses)
    return run.ok(run.destination.bytes) { header in
      header.add("from", input.format.name)
      header.add("to", plan.target.name)
      header.add("bad-records", run.badRecords == 0 ? nil : run.badRecords)
    }
  }

  private func check(_ run: Run) throws(Failure) -> Reply {
    let schema = try run.schema(among: registry)
    var input = try run.open()
    do throws(DecantError) {
      try run.conversion.refine(&input, for: nil)
      var options = run.conversion.readingAlone
      options.needs.insert(.multilineRecords)
      if let schema {
        try input.check(options, by: schema) { run.reporter.report($0) }
      } else {
        try input.check(options, as: type)
      }
    } catch {
      throw .error(error, reading: input.format)
    }
    return run.reported ?? run.ok { $0.add("from", input.format.name) }
  }

  /// Runs the verb with the parts of the payload in place of files, and what it prints in the reply.
  private func runVerb(_ run: Run) throws(Failure) -> Reply {
    let session = run.session
    try StackRoom.run(levels: session.arguments.plan.reading.maximumDepth) { () throws(Failure) in
      try run.kind.verb.run(session)
    }
    if let reply = run.reported { return reply }
    let (old, new) = (run.document, run.destination.bytes)
    if run.request["diff"] == "true" {
      run.destination = ReplyDestination(atMost: limits.replyBytes)
      let sink = ByteSink(run.destination)
      let diff = UnifiedDiff(old: old, new: new, of: run.request["file-name"] ?? "document")
      do throws(DecantError) {
        try diff.forEachLine { (line, _) throws(DecantError) in try sink.write(Array(line)) }
        try sink.flush()
      } catch {
        throw .error(error)
      }
    }
    return run.ok(run.destination.bytes) { header in
      switch run.kind {
      case .diff: header.add("differs", "\(run.reporter.status == .negative)")
      case .edit: header.add("changed", "\(old != new)")
      case .merge: header.add("conflicts", "\(run.reporter.status == .negative)")
      case .convert, .check, .get: break
      }
    }
  }

  private func bare(
    _ request: MessageHeader, _ reply: () -> Reply
  ) throws(UsageError) -> Reply {
    if let field = request.fields.first(where: { !["id", "bytes"].contains($0.name) }) {
      throw UsageError("'\(request.word)' has no field '\(field.name)'")
    }
    return reply()
  }
}

extension ServiceAnswer {
  /// The work on a request that runs a verb.
  private final class Run {
    let request: MessageHeader
    let kind: RequestKind
    let conversion: PlanMaker
    let reporter: Reporter
    var destination: ReplyDestination
    /// The format of the document, once it is known.
    var format: Format?
    private let shared: Arguments.Shared
    private let parts: [Console.Part]
    private let service: ServiceAnswer
    private let notes: Notes

    private final class Notes: Sendable {
      let diagnostics = Mutex<[Diagnostic]>([])
      let badRecords = Atomic<Int>(0)
    }

    init(
      _ request: MessageHeader, _ options: RequestOptions, _ payload: [UInt8],
      _ service: ServiceAnswer
    ) throws(UsageError) {
      shared = try options.arguments(of: request, within: service.limits)
      parts = try request.parts(of: payload, for: options.kind)
      let (notes, kind) = (Notes(), options.kind)
      let reporter = Reporter(collecting: shared.all) { diagnostic in
        notes.diagnostics.withLock { $0.append(diagnostic.named(in: kind)) }
      }
      let records = BadRecordReport(to: reporter, limit: shared.all.maximumErrors)
      conversion = try PlanMaker(
        shared, calledAs: "", among: service.registry, reporter
      ) { (record) throws(DecantError) in
        notes.badRecords.add(1, ordering: .relaxed)
        try records.report(record)
      }
      destination = ReplyDestination(atMost: service.limits.replyBytes)
      self.kind = kind
      self.request = request
      self.service = service
      self.reporter = reporter
      self.notes = notes
    }

    private var arguments: Arguments { shared.all }

    var badRecords: Int { notes.badRecords.load(ordering: .relaxed) }

    /// The last part of the payload.
    var document: [UInt8] { parts.last?.bytes ?? [] }

    func open() throws(Failure) -> Input {
      let source = CheckedSource(MemorySource(document), Deadline.check)
      let input = try asFailure(try Input(source, as: conversion.source, among: service.registry))
      format = input.format
      return input
    }

    func plan(for format: Format) throws(Failure) -> Plan {
      var plan = try conversion.planForVerb(format)
      plan.transform = service.type
      return plan
    }

    /// The schema of a check, which can refer only to itself and to metaschemas.
    func schema(among registry: FormatRegistry) throws(Failure) -> JSONSchema? {
      guard parts.count > 1 else {
        guard arguments.schemaDraft == nil, arguments.formats == .annotated else {
          throw .usage("'schema-draft' and 'assert-format' need 'schema'")
        }
        return nil
      }
      let (name, bytes) = parts[0]
      let schema: JSONSchema
      do throws(DecantError) {
        let format = try Input(.bytes(bytes), named: name, as: nil, among: registry).format
        let source = try JSONSchema.Source(
          reading: bytes, named: name, as: format, options: service.limits.reading)
        schema = try JSONSchema(source, draft: arguments.schemaDraft, formats: arguments.formats)
      } catch {
        throw .error(error)
      }
      for error in schema.notes { reporter.note(error) }
      return schema
    }

    var session: Session {
      var console = Console(input: .bytes([]), output: destination, writeError: { _ in })
      console.parts = parts
      console.inputName = request["file-name"]
      return Session(
        shared: shared, words: [], program: Tool.name, registry: service.registry,
        type: service.type, console: console, reporter: reporter, opened: OpenedFiles())
    }

    // MARK: Replies

    func ok(
      _ payload: [UInt8] = [], _ complete: (inout MessageHeader) -> Void
    ) -> Reply {
      .ok(request, payload, diagnostics: diagnostics, complete)
    }

    /// The reply to errors that were reported; nil if there were none.
    var reported: Reply? {
      let status = reporter.status
      guard status != .done, status != .negative || kind == .get else { return nil }
      if Deadline.hasPassed { return late }
      let error = notes.diagnostics.withLock { all in
        all.firstIndex { $0.severity == .error }.map { all.remove(at: $0) }
      }
      return error.map { .error(request, kind(of: status), $0, diagnostics: diagnostics) }
    }

    func reply(to failure: Failure) throws(UsageError) -> Reply {
      switch failure {
      case .usage(let error):
        throw error
      case .error where Deadline.hasPassed:
        return late
      case .error(let error, let known, let hint):
        let diagnostic = reporter.diagnostic(of: error, reading: known ?? format, hint: hint)
        let kind = kind(of: ExitStatus(error.category))
        return .error(
          request, kind, diagnostic.named(in: self.kind), diagnostics: diagnostics)
      }
    }

    private var late: Reply { .error(request, .timeout, service.limits.lateness) }

    private var diagnostics: String {
      notes.diagnostics.withLock { all in all.map(\.json).joined() }
    }

    private func kind(of status: ExitStatus) -> Reply.Kind {
      if destination.isFull { return .size }
      return switch status {
      case .usage: .usage
      case .defect: .defect
      case .negative: .missing
      case .done, .badInput, .noInput, .cannotCreate, .transfer: .input
      }
    }
  }
}

extension Diagnostic {
  /// The source is a part of the payload, if it is not the only document.
  fileprivate func named(in kind: RequestKind) -> Diagnostic {
    var diagnostic = self
    if source == "-" || !kind.parts.contains(source ?? "-") { diagnostic.source = nil }
    return diagnostic
  }
}
