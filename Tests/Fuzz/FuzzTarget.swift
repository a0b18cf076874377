import Decant
import DecantTestSupport
import Glibc

/// What the fuzzer is about, by the name that its call gives: a format, whose reader it is, the service, or the lanes of
/// YAML, which must read alike; `edit-` and a format is about edits of its documents.
private let violation: @Sendable ([UInt8]) -> String? = {
  // SAFETY: nobody changes the environment of a fuzzer.
  let name = unsafe getenv("DECANT_FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
  if name == "service" { return { ServiceInvariants.violation(of: $0) } }
  if name == "yaml-lanes" {
    return { LaneComparison.difference(of: Array($0.dropFirst())) }
  }
  if name.hasPrefix("edit-") {
    guard let format = try? FormatRegistry.standard.format(named: String(name.dropFirst(5))) else {
      fatalError("DECANT_FUZZ_TARGET must name a format after 'edit-'")
    }
    return { EditInvariants.violation(of: $0, as: format) }
  }
  guard let format = try? FormatRegistry.standard.format(named: name), format.isReadable else {
    fatalError(
      "DECANT_FUZZ_TARGET must be 'service', 'yaml-lanes' or the name of a format that can be read")
  }
  return { Invariants.violation(of: $0, as: format) }
}()

/// The body of the fuzz targets.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  // SAFETY: libFuzzer lends the bytes for the time of the call; they are copied.
  let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  if let violation = violation(input) { fatalError(violation) }
  return 0
}
