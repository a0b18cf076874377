internal import DecantCore
internal import DecantConversion
internal import Synchronization

struct ServiceAnswer: Sendable {
  let registry: FormatRegistry
  let type: DocumentTransform?
  let limits: ServiceLimits
  private let options: RequestOptions

  init(registry: FormatRegistry, type: DocumentTransform?, limits: ServiceLimits) {
    self.registry = registry
    self.type = type
    self.limits = limits
    options = RequestOptions(registry)
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
      switch header.word {
      case "convert": return try convert(payload, header)
      case "check": return try check(payload, header)
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

  static let words = ["hello", "convert", "check", "formats", "ping", "quit"]

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
      header.add("writes", formats.filter(\.isWritable).map(\.name).joined(separator: ","))
    }
  }

  private func convert(
    _ payload: [UInt8], _ request: MessageHeader
  ) throws(UsageError) -> Reply {
    let run = try Run(request, self)
    let destination = ReplyDestination(atMost: limits.replyBytes)
    var format: Format?
    var target: Format?
    do throws(Failure) {
      var input = try run.open(payload)
      format = input.format
      let plan = try run.plan(for: input.format)
      target = plan.target
      var pipeline = try asFailure(try Pipeline(plan, to: destination))
      try run.conversion.convert(&input, for: plan.outerTarget, into: &pipeline)
      try asFailure(reading: input.format, try pipeline.finish())
    } catch {
      return try run.reply(toFailure: error, reading: format, isTooLong: destination.isFull)
    }
    run.reporter.report(run.conversion.losses)
    return .ok(request, destination.bytes, diagnostics: run.diagnostics) { header in
      header.add("from", format?.name)
      header.add("to", target?.name)
      header.add("bad-records", run.badRecords == 0 ? nil : run.badRecords)
    }
  }

  private func check(
    _ payload: [UInt8], _ request: MessageHeader
  ) throws(UsageError) -> Reply {
    let run = try Run(request, self)
    var format: Format?
    do throws(Failure) {
      var input = try run.open(payload)
      format = input.format
      do throws(DecantError) {
        try run.conversion.refine(&input, for: nil)
        format = input.format
        var options = run.conversion.readingAlone
        options.needs.insert(.multilineRecords)
        try input.check(options, as: type)
      } catch {
        throw .error(error, reading: format)
      }
    } catch {
      return try run.reply(toFailure: error, reading: format, isTooLong: false)
    }
    return .ok(request) { $0.add("from", format?.name) }
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
  private final class Run {
    let request: MessageHeader
    let conversion: PlanMaker
    let reporter: Reporter
    private let service: ServiceAnswer
    private let notes: Notes

    private final class Notes: Sendable {
      let text = Mutex("")
      let badRecords = Atomic<Int>(0)
    }

    init(_ request: MessageHeader, _ service: ServiceAnswer) throws(UsageError) {
      let arguments = try service.options.arguments(of: request, within: service.limits)
      let notes = Notes()
      let reporter = Reporter(collecting: arguments) { line in notes.text.withLock { $0 += line } }
      let records = BadRecordReport(to: reporter, limit: arguments.maximumErrors)
      conversion = try PlanMaker(
        arguments, calledAs: "", among: service.registry, reporter
      ) { (record) throws(DecantError) in
        notes.badRecords.add(1, ordering: .relaxed)
        try records.report(record)
      }
      self.request = request
      self.service = service
      self.reporter = reporter
      self.notes = notes
    }

    var diagnostics: String { notes.text.withLock { $0 } }
    var badRecords: Int { notes.badRecords.load(ordering: .relaxed) }

    func open(_ payload: [UInt8]) throws(Failure) -> Input {
      let source = CheckedSource(MemorySource(payload), Deadline.check)
      return try asFailure(try Input(source, as: conversion.source, among: service.registry))
    }

    func plan(for format: Format) throws(Failure) -> Plan {
      var plan = try conversion.planForVerb(format)
      plan.transform = service.type
      return plan
    }

    func reply(
      toFailure failure: Failure, reading format: Format?, isTooLong: Bool
    ) throws(UsageError) -> Reply {
      switch failure {
      case .usage(let error):
        throw error
      case .error(let error, _, _) where error.problem == .specific(DeadlineProblem.passed):
        return .error(request, .timeout, service.limits.lateness)
      case .error(let error, let known, let hint):
        return .error(
          request, kind(of: error, isTooLong: isTooLong),
          reporter.diagnostic(of: error, reading: known ?? format, hint: hint),
          diagnostics: diagnostics)
      }
    }

    private func kind(of error: DecantError, isTooLong: Bool) -> Reply.Kind {
      if isTooLong { return .size }
      return switch error.category {
      case .usage: .usage
      case .input, .openingInput, .creatingOutput, .transfer: .input
      case .defect: .defect
      }
    }
  }
}
