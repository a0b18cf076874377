import Foundation

/// A `decant serve` process that converts and edits documents.
///
/// If it dies, it is restarted and the unanswered requests are repeated, unless it dies again
/// before any reply. Creating a service makes the whole process ignore SIGPIPE: writing to a dead
/// service must not end its client.
public final class DecantService {
  private let executable: URL
  private let arguments: [String]
  private var process = Process()
  private var input: Int32 = -1
  private var output: Int32 = -1
  /// The handles close the ends of the pipes.
  private var handles: [FileHandle] = []

  /// The requests without a reply, in order; replies have the same order.
  private var unanswered: [Request] = []
  private var unsent: [UInt8] = []
  private var sentCount = 0
  private var received = ReplyBuffer()
  private var isRunning = false
  private var hasAnswered = false
  private var wasRestarted = false

  private final class Request {
    let message: [UInt8]
    var reply: Message?

    init(_ message: [UInt8]) {
      self.message = message
    }
  }

  /// Starts a service with options of `decant serve`, for example `["--jobs", "1"]`.
  public init(executable: URL? = nil, options: [String] = []) throws {
    signal(SIGPIPE, SIG_IGN)
    self.executable = executable ?? URL(filePath: "/usr/bin/env")
    arguments = (executable == nil ? ["decant"] : []) + ["serve"] + options
    try start()
  }

  deinit {
    // Requests without a reply are abandoned.
    if isRunning, !unanswered.isEmpty { kill(process.processIdentifier, SIGKILL) }
    reap()
  }

  /// The identifier of the current process.
  public var processIdentifier: Int32 { process.processIdentifier }

  /// Converts `document`.
  ///
  /// Without formats, the service detects or chooses them; `options` are those of decant(1) without
  /// their dashes, for example `["sort-keys": "true"]`.
  public func convert(
    _ document: some Collection<UInt8>, from source: String? = nil, to target: String? = nil,
    options: [String: String] = [:]
  ) throws -> Converted {
    let header = try Message.header("convert", Self.fields(source, target, options))
    return Converted(try answer(to: send(Message.request(header, document))))
  }

  /// Converts `documents` and calls `body` with the results, in order.
  ///
  /// Up to `ahead` requests are sent before earlier ones are answered.
  public func convertAll<Document: Collection<UInt8>>(
    _ documents: some Sequence<Document>, from source: String? = nil, to target: String? = nil,
    options: [String: String] = [:], ahead: Int = 256,
    _ body: (Result<Converted, DecantError>) throws -> Void
  ) throws {
    let header = try Message.header("convert", Self.fields(source, target, options))
    var waiting: [Request] = []
    var next = 0
    func finish() throws {
      let request = waiting[next]
      next += 1
      if next == ahead {
        waiting.removeFirst(next)
        next = 0
      }
      do {
        try body(.success(Converted(answer(to: request))))
      } catch let error as DecantError where error.kind != .service && error.kind != .framing {
        try body(.failure(error))
      }
    }
    for document in documents {
      waiting.append(try send(Message.request(header, document)))
      if waiting.count - next >= ahead { try finish() }
    }
    while next < waiting.count { try finish() }
  }

  /// Reads `document` to its end and returns its format; throws if the document is invalid.
  public func check(
    _ document: some Collection<UInt8>, from source: String? = nil, options: [String: String] = [:]
  ) throws -> String {
    let header = try Message.header("check", Self.fields(source, nil, options))
    return try answer(to: send(Message.request(header, document))).fields["from"] ?? ""
  }

  /// Edits `document` by steps, the lines of decant-edit(1), for example made by `step(_:_:)`; keeps all other bytes.
  ///
  /// A step passes over what is not there, and what has been done; with the option `once` each is done as the option of `decant
  /// edit` does it. With the option `diff` the result is a unified diff.
  public func edit(
    _ document: some Collection<UInt8>, _ steps: [String], from source: String? = nil,
    options: [String: String] = [:]
  ) throws -> Reply {
    let lines = steps.map { $0 + "\n" }.joined()
    return try result("edit", source, options, [("steps", Array(lines.utf8))], document)
  }

  /// Returns the values at `paths`, each on a line; throws an error of the kind `missing` if there is none.
  public func get(
    _ paths: [String], in document: some Collection<UInt8>, from source: String? = nil,
    options: [String: String] = [:]
  ) throws -> Reply {
    let options = options.merging(["path": paths.joined(separator: "\n")]) { $1 }
    return try result("get", source, options, [], document)
  }

  /// Returns the differences of the values of two documents.
  public func diff(
    _ old: some Collection<UInt8>, _ new: some Collection<UInt8>, from source: String? = nil,
    options: [String: String] = [:]
  ) throws -> Reply {
    try result("diff", source, options, [("old", Array(old))], new)
  }

  /// Merges two edits of `base`.
  public func merge(
    base: some Collection<UInt8>, ours: some Collection<UInt8>, theirs: some Collection<UInt8>,
    from source: String? = nil, options: [String: String] = [:]
  ) throws -> Reply {
    try result("merge", source, options, [("base", Array(base)), ("ours", Array(ours))], theirs)
  }

  private func result(
    _ word: String, _ source: String?, _ options: [String: String],
    _ parts: [(name: String, bytes: [UInt8])], _ document: some Collection<UInt8>
  ) throws -> Reply {
    let header = try Message.header(word, Self.fields(source, nil, options))
    return Reply(try answer(to: send(Message.request(header, document, after: parts))))
  }

  /// Returns the version, the limits and the formats of the service.
  public func hello() throws -> [String: String] {
    try answer(to: send(Array("hello\n".utf8))).fields
  }

  /// Returns a JSON array that describes each format.
  public func formats() throws -> [UInt8] {
    try answer(to: send(Array("formats\n".utf8))).payload
  }

  private static func fields(
    _ source: String?, _ target: String?, _ options: [String: String]
  ) -> [String: String] {
    var fields = options
    fields["from"] = source
    fields["to"] = target
    return fields
  }

  private func start() throws {
    process = Process()
    process.executableURL = executable
    process.arguments = arguments
    let (requests, replies) = (Pipe(), Pipe())
    process.standardInput = requests
    process.standardOutput = replies
    try process.run()
    handles = [requests.fileHandleForWriting, replies.fileHandleForReading]
    input = handles[0].fileDescriptor
    output = handles[1].fileDescriptor
    // Sending must not block, because the client must read at the same time.
    _ = fcntl(input, F_SETFL, fcntl(input, F_GETFL) | O_NONBLOCK)
    received = ReplyBuffer()
    unsent = unanswered.flatMap(\.message)
    sentCount = 0
    hasAnswered = false
    isRunning = true
  }

  private func reap() {
    guard isRunning else { return }
    isRunning = false
    for handle in handles { try? handle.close() }
    process.waitUntilExit()
  }

  private func send(_ message: [UInt8]) throws -> Request {
    if !isRunning { try start() }
    let request = Request(message)
    unanswered.append(request)
    unsent += message
    if unsent.count - sentCount >= 1 << 15 { write() }
    return request
  }

  private func answer(to request: Request) throws -> Message {
    while request.reply == nil {
      guard isRunning else { throw DecantError(.service, "the service died before it answered") }
      try exchange()
    }
    guard let reply = request.reply, reply.word == "ok" else {
      throw request.reply.map { DecantError($0) } ?? DecantError(.defect, "no reply")
    }
    return reply
  }

  private func exchange() throws {
    write()
    if sentCount < unsent.count {
      var ends = [
        pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      ]
      poll(&ends, 2, -1)
      if ends[1].revents == 0 { return }
    }
    let part = [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, count in
      repeat { count = max(0, readBytes(into: buffer)) } while count == 0 && errno == EINTR
    }
    if part.isEmpty { return try restart() }
    received.append(part)
    while let reply = received.next() {
      hasAnswered = true
      if reply.fields["kind"] == "framing" {
        unanswered = []
        reap()
        throw DecantError(reply)
      }
      unanswered.removeFirst().reply = reply
    }
  }

  private func readBytes(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    errno = 0
    return read(output, buffer.baseAddress, buffer.count)
  }

  private func write() {
    guard sentCount < unsent.count else { return }
    let count = unsent.withUnsafeBytes { bytes in
      #if canImport(Darwin)
        Darwin.write(input, bytes.baseAddress.map { $0 + sentCount }, bytes.count - sentCount)
      #else
        Glibc.write(input, bytes.baseAddress.map { $0 + sentCount }, bytes.count - sentCount)
      #endif
    }
    if count > 0 { sentCount += count }
    // Replies that the service sent before it died are still in the pipe.
    let isBroken = count < 0 && errno == EPIPE
    if isBroken || sentCount == unsent.count {
      unsent.removeAll(keepingCapacity: unsent.count < 1 << 20)
      sentCount = 0
    }
  }

  private func restart() throws {
    let isSecond = wasRestarted && !hasAnswered
    reap()
    if isSecond {
      unanswered = []
      wasRestarted = false
      throw DecantError(
        .service, "the service died twice without a reply (status \(process.terminationStatus))")
    }
    wasRestarted = true
    try start()
  }
}
