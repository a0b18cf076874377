/// The filter in one call: reads one format, writes another.
///
///     try Transcoder(from: .json, to: .jsonLines).run(from: .standardInput, to: .standardOutput)
public struct Transcoder: Sendable {
  /// The format that is read; nil to tell it by the content.
  public var source: Format?

  /// What becomes of the documents.
  public var plan: Plan

  /// Makes a transcoder from one format to another.
  public init(from source: Format? = nil, to target: Format) {
    self.source = source
    plan = Plan(to: target)
  }

  /// Converts all that `source` gives, and writes it to `destination`.
  public func run(
    from source: any ByteSource, named name: String? = nil, to destination: any ByteDestination
  ) throws(DecantError) {
    var input: Input
    if let format = self.source {
      input = try Input(source, named: name, as: format)
    } else {
      input = try Input(source, named: name, detecting: .standard)
      try input.refine(for: plan.target)
    }
    var pipeline = try Pipeline(plan, to: destination)
    do {
      try pipeline.pour(&input)
      try pipeline.finish()
    } catch {
      // The first failure is the one to report.
      try? pipeline.breakOff()
      throw error
    }
  }
}
