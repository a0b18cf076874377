public import Decant

/// Converts `bytes` in memory by `plan`, and returns the output.
public func convert(
  _ bytes: [UInt8], from source: Format, by plan: Plan,
  feeding: Transcript.Feeding = Transcript.Feeding()
) throws(DecantError) -> [UInt8] {
  let destination = MemoryDestination()
  var transcoder = Transcoder(from: source, to: plan.target)
  transcoder.plan = plan
  try transcoder.run(from: ChunkedSource(bytes, sizes: feeding.sizes), to: destination)
  return destination.bytes
}

extension Plan {
  public static func compact(_ target: Format) -> Plan {
    var plan = Plan(to: target)
    plan.writing.indentation = .compact
    return plan
  }

  public static func pretty(_ target: Format, _ indentation: Indentation = .spaces(2)) -> Plan {
    var plan = Plan(to: target)
    plan.writing.indentation = indentation
    return plan
  }

  public var ascii: Plan {
    var plan = self
    plan.writing.ascii = true
    return plan
  }
}
