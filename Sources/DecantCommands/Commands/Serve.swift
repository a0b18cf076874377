internal import DecantCore
internal import DecantSystem
internal import DecantConversion

extension Verb {
  static let serve = Verb(
    name: .serve, operands: "", summary: "answer requests for conversions on standard input",
    detail: """
      Each request and each reply, on standard output, is a header line and as many bytes as the header \
      states. A program that converts often saves the start of a process for each conversion. \
      decant-serve(1) describes the protocol.
      """
  ) { session throws(Failure) in
    try session.refuseOperands()
    var limits = session.arguments.service
    limits.jobs = session.arguments.jobs ?? System.processorCount
    limits.reading = session.arguments.plan.reading
    let service = Service(
      ServiceAnswer(registry: session.registry, type: session.type, limits: limits),
      log: session.arguments.isVerbose ? session.log : nil)

    session.console.noteStopSignals()
    try session.enterSandbox(opening: [])
    let source = StoppableSource(session.console.input, wait: session.console.waitForInput)
    do throws(Service.Failure) {
      try service.run(from: source, to: session.console.output) { source.wasStopped }
    } catch {
      switch error {
      case .framing(let error):
        session.reporter.report(DecantError(.other(error.message, hint: nil)).about("<stdin>"))
      case .transfer(let error):
        if let signal = System.stopSignal { System.die(of: signal) }
        throw .error(error)
      }
    }
  }
}

extension Session {
  fileprivate var log: @Sendable (RequestReader.Message, Reply, Double) -> Void {
    let writeError = console.writeError
    return { request, reply, seconds in
      let length =
        switch request.payload {
        case .bytes(let bytes): bytes.count
        case .tooLong(let count): count
        }
      let fields = ["id", "from", "to"].compactMap { name in
        request.header[name].map { " \(name)=\($0.visible(limit: 64))" }
      }
      let microseconds = Int(seconds * 1e6)
      let outcome = reply.header.word + (reply.header["kind"].map { " \($0)" } ?? "")
      writeError(
        "\(request.header.word.visible(limit: 64))\(fields.joined()): \(outcome), "
          + "\(length) bytes to \(reply.payload.count), \(microseconds) microseconds\n")
    }
  }
}
