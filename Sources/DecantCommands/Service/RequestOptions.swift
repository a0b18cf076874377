internal import DecantChanges
internal import DecantCore
internal import DecantConversion
internal import Synchronization

/// The fields of a request that set options: those of its verb that shape a result.
final class RequestOptions: Sendable {
  let kind: RequestKind

  private static let framing = ["id", "bytes"]

  /// Options about files, streams, terminals and the whole run, and those whose values are in another field or a part.
  private static let others: Set<String> = [
    "strict", "lossy", "tagged", "by-name", "dry-run", "check", "diff", "force", "json-schema",
    "jobs",
    "color", "sandbox", "error-format", "help", "version", "include", "exclude",
    "hidden",
    "require-schema", "with-filename", "files-with-matches", "print-steps", "remove-unknown",
    "value",
  ]

  private let flags: [String: Flag]

  let names: [String]

  init(_ kind: RequestKind, among flags: [Flag]) {
    self.kind = kind
    let flags = flags.filter {
      $0.verbs.contains(kind.verb.name) && $0.isForRequests && !Self.others.contains($0.long)
        && !kind.unusedOptions.contains($0.long)
    }
    self.flags = Dictionary(uniqueKeysWithValues: flags.map { ($0.long, $0) })
    names = (flags.map(\.long) + kind.ownFields).sorted()
  }

  /// The options of the last request, as clients send equal ones in a row: without them, a small request takes a fifth more
  /// instructions.
  private let last = Mutex<(fields: [MessageHeader.Field], arguments: Arguments.Shared)?>(nil)

  /// Returns the options of a request; throws if it asks for more than `limits`, which are always the same.
  func arguments(
    of request: MessageHeader, within limits: ServiceLimits
  ) throws(UsageError) -> Arguments.Shared {
    let lengths = kind.parts.dropLast()
    // Of a length, only matters whether there is that part.
    let fields = request.fields.compactMap { field -> MessageHeader.Field? in
      if Self.framing.contains(field.name) { return nil }
      return lengths.contains(field.name) ? MessageHeader.Field(name: field.name, value: "") : field
    }
    if let known = last.withLock({ $0?.fields == fields ? $0?.arguments : nil }) { return known }
    let arguments = Arguments.Shared(
      try interpret(fields, lengths, of: request, within: limits))
    last.withLock { $0 = (fields, arguments) }
    return arguments
  }

  private func interpret(
    _ fields: [MessageHeader.Field], _ lengths: ArraySlice<String>, of request: MessageHeader,
    within limits: ServiceLimits
  ) throws(UsageError) -> Arguments {
    var arguments = Arguments()
    arguments.plan.reading = limits.reading
    arguments.jobs = 1
    for field in fields {
      guard names.contains(field.name) || lengths.contains(field.name) else {
        throw UsageError(
          "unknown field '\(field.name)'",
          suggestion: NearestWord.to(field.name, in: names))
      }
      if !lengths.contains(field.name) { try enter(field, into: &arguments) }
    }
    try refuseContradictions(in: request)
    if kind == .edit { arguments.editing.addSteps(in: "steps") }
    if kind == .diff || kind == .merge { arguments.operands = kind.parts }
    let (wanted, most) = (arguments.plan.reading, limits.reading)
    try check(wanted.maximumDepth, "max-depth", most.maximumDepth)
    try check(wanted.maximumAliasNodes, "max-alias-nodes", most.maximumAliasNodes)
    return arguments
  }

  private func check(_ wanted: Int, _ name: String, _ limit: Int) throws(UsageError) {
    guard wanted <= limit else {
      throw UsageError("'\(name)' must be at most \(limit), the limit of the service")
    }
  }

  private func enter(
    _ field: MessageHeader.Field, into arguments: inout Arguments
  ) throws(UsageError) {
    let value = field.value
    guard let flag = flags[field.name] else {
      switch field.name {
      case "path": arguments.query.paths = value
      case "once": arguments.editing.areRepeatable = try !isTrue(field)
      case "diff": _ = try isTrue(field)
      case "winner":
        arguments.merging.winner = value == "ours" ? .ours : .theirs
        guard kind.parts.dropFirst().contains(value) else {
          throw UsageError("'winner' must be ours or theirs, not '\(value.visible(limit: 64))'")
        }
      case "fidelity" where !arguments.setFidelity(value):
        let shown = value.visible(limit: 64)
        throw UsageError("'fidelity' must be standard, strict, lossy or tagged, not '\(shown)'")
      default: break
      }
      return
    }
    guard case .required = flag.value else {
      if try isTrue(field) { _ = flag.effect(&arguments, "") }
      return
    }
    // As a field occurs once.
    let lines = value.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for value in flag.isRepeatable ? lines : [value] {
      guard flag.effect(&arguments, value) else { throw flag.refusal(of: value, as: flag.long) }
    }
  }

  private func isTrue(_ field: MessageHeader.Field) throws(UsageError) -> Bool {
    guard ["true", "false"].contains(field.value) else {
      let shown = field.value.visible(limit: 64)
      throw UsageError("'\(field.name)' must be true or false, not '\(shown)'")
    }
    return field.value == "true"
  }

  private func refuseContradictions(in request: MessageHeader) throws(UsageError) {
    for field in request.fields where field.value != "false" {
      for other in flags[field.name]?.excludes ?? []
      where request[other].map({ $0 != "false" }) ?? false {
        throw UsageError("'\(field.name)' cannot be used together with '\(other)'")
      }
      let needed = flags[field.name]?.needs(in: kind.verb.name) ?? []
      guard needed.isEmpty || needed.contains(where: { request[$0] ?? "false" != "false" }) else {
        throw UsageError("'\(field.name)' needs \(needed.map { "'\($0)'" }.listed)")
      }
    }
  }
}

extension Flag {
  /// Whether the value is in the field of a request: one word, and not the name of a file.
  fileprivate var isForRequests: Bool {
    switch value {
    case .none: true
    case .required(_, .file), .optional, .pair: false
    case .required: EnteredEdit.named(long) == nil
    }
  }
}

extension Arguments {
  fileprivate mutating func setFidelity(_ name: String) -> Bool {
    switch name {
    case "standard": plan.fidelity = .standard
    case "strict": plan.fidelity = .strict
    case "lossy": plan.fidelity = .lossy
    case "tagged": plan.fidelity = .tagged
    default: return false
    }
    return true
  }
}
