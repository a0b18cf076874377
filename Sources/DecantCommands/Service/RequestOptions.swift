internal import DecantCore
internal import DecantConversion

/// The fields of a request that set options: those of the filter that shape a conversion.
struct RequestOptions: Sendable {
  private static let framing: Set<String> = ["id", "bytes"]

  private static let choicesOfFidelity: Set<String> = ["strict", "lossy", "tagged"]

  /// Options of the filter about files, streams, terminals and the whole run.
  private static let others: Set<String> = [
    "output", "by-name", "in-place", "dry-run", "check", "diff", "force", "rejects", "schema", "schema-dir",
    "schema-draft", "assert-format", "json-schema", "jobs",
    "color", "sandbox",
    "error-format", "help", "version", "licenses",
  ]

  private let flags: [String: Flag]

  let names: [String]

  let namesOfCheck: [String]

  init(_ registry: FormatRegistry) {
    let flags = Flag.all(for: registry).filter {
      $0.verbs.contains(.filter) && !Self.others.contains($0.long)
        && !Self.choicesOfFidelity.contains($0.long)
    }
    self.flags = Dictionary(uniqueKeysWithValues: flags.map { ($0.long, $0) })
    names = (flags.map(\.long) + ["fidelity"]).sorted()
    namesOfCheck = flags.map(\.long).filter { name in
      !Self.unusedInCheck.contains(name)
        && flags.contains { $0.long == name && $0.verbs.contains(.check) }
    }.sorted()
  }

  /// Options of the verb `check` that do not affect whether a document is valid.
  private static let unusedInCheck: Set = ["quiet", "to", "strict"]

  /// Returns the options of a request; throws if it asks for more than `limits`.
  func arguments(
    of request: MessageHeader, within limits: ServiceLimits
  ) throws(UsageError) -> Arguments {
    var arguments = Arguments()
    arguments.plan.reading = limits.reading
    let names = request.word == "check" ? namesOfCheck : names
    for field in request.fields where !Self.framing.contains(field.name) {
      guard names.contains(field.name) else {
        throw UsageError(
          "unknown field '\(field.name)'",
          suggestion: NearestWord.to(field.name, in: names))
      }
      try enter(field, into: &arguments)
    }
    try refuseContradictions(in: request)
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
    let shown = field.value.visible(limit: 64)
    guard let flag = flags[field.name] else {
      guard arguments.setFidelity(field.value) else {
        throw UsageError("'fidelity' must be standard, strict, lossy or tagged, not '\(shown)'")
      }
      return
    }
    switch flag.value {
    case .none:
      switch field.value {
      case "true": _ = flag.effect(&arguments, "")
      case "false": break
      default: throw UsageError("'\(flag.long)' must be true or false, not '\(shown)'")
      }
    case .required:
      guard flag.effect(&arguments, field.value) else {
        throw flag.refusal(of: field.value, as: flag.long)
      }
    case .optional, .pair:
      preconditionFailure("a request has no option whose value may be missing")
    }
  }

  private func refuseContradictions(in request: MessageHeader) throws(UsageError) {
    for field in request.fields where field.value != "false" {
      for other in flags[field.name]?.excludes ?? []
      where request[other].map({ $0 != "false" }) ?? false {
        throw UsageError("'\(field.name)' cannot be used together with '\(other)'")
      }
      for needed in flags[field.name]?.needs(in: .filter) ?? []
      where request[needed] ?? "false" == "false" {
        throw UsageError("'\(field.name)' needs '\(needed)'")
      }
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
