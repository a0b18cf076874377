public import DecantCore

/// A conversion of one input to another format, in a single call.
///
///     try Transcoder(from: .json, to: .jsonLines).run(from: .standardInput, to: .standardOutput)
public struct Transcoder: Sendable {
  /// The format of the input, or nil to detect it.
  public var source: Format?

  /// The conversion, including the target format.
  public var plan: Plan

  private let registry: FormatRegistry

  /// Creates a transcoder to `target`; a nil `source` is detected among the formats of a registry.
  public init(from source: Format? = nil, to target: Format, among registry: FormatRegistry) {
    self.source = source
    self.registry = registry
    plan = Plan(to: target)
  }

  /// Converts an input, and writes the result to `destination`.
  public func run(
    from source: any ByteSource, named name: String? = nil, to destination: any ByteDestination
  ) throws(DecantError) {
    var input: Input
    if let format = self.source {
      input = try Input(source, named: name, as: format)
    } else {
      input = try Input(source, named: name, detecting: registry)
      try input.refine(for: plan.target, among: registry)
    }
    var pipeline = try Pipeline(plan, to: destination)
    do {
      try pipeline.convert(&input)
      try pipeline.finish()
    } catch {
      // The first failure is the one to report.
      try? pipeline.abort()
      throw error
    }
  }
}
