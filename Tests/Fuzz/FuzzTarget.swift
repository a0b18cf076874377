import Decant
import DecantTestSupport
import Glibc

/// The target of `DECANT_FUZZ_TARGET`: a format, `edit-` and a format, or one of `others`.
private let violation: @Sendable ([UInt8]) -> String? = {
  let others: [String: @Sendable ([UInt8]) -> String?] = [
    "archive": { ArchiveInvariants.violation(of: $0) },
    "changes": { ChangeInvariants.violation(of: $0) },
    "git-filter": { PacketInvariants.violation(of: $0) },
    "plutil": { PlutilInvariants.violation(of: $0) },
    "schema": { SchemaInvariants.violation(of: $0) },
    "service": { ServiceInvariants.violation(of: $0) },
    "types": { TypesInvariants.violation(of: $0) },
    "yaml-parsers": { ParserComparison.difference(of: Array($0.dropFirst())) },
  ]
  // SAFETY: a fuzzer does not change its environment.
  let name = unsafe getenv("DECANT_FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
  if let other = others[name] { return other }
  if name.hasPrefix("edit-") {
    guard let format = try? FormatRegistry.standard.format(named: String(name.dropFirst(5))) else {
      fatalError("DECANT_FUZZ_TARGET must name a format after 'edit-'")
    }
    return { EditInvariants.violation(of: $0, as: format) }
  }
  guard let format = try? FormatRegistry.standard.format(named: name), format.isReadable else {
    fatalError(
      "DECANT_FUZZ_TARGET must be the name of a format that can be read, or of \(others.keys.sorted())"
    )
  }
  return { Invariants.violation(of: $0, as: format) }
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  // SAFETY: libFuzzer's bytes are valid during the call; they are copied.
  let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  if let violation = violation(input) { fatalError(violation) }
  return 0
}
