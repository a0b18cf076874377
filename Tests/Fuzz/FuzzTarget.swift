import Decant
import DecantTestSupport
import Glibc

/// The format whose reader the fuzzer is about, by the name that its call bears.
private let format: Format = {
  // SAFETY: nobody changes the environment of a fuzzer.
  let name = unsafe getenv("DECANT_FUZZ_FORMAT").map { unsafe String(cString: $0) } ?? ""
  guard let format = try? FormatRegistry.standard.format(named: name), format.isReadable else {
    fatalError("DECANT_FUZZ_FORMAT names no format that can be read")
  }
  return format
}()

/// The body of the fuzz targets.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  // SAFETY: libFuzzer lends the bytes for the time of the call; they are copied.
  let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  if let violation = Invariants.violation(of: input, as: format) { fatalError(violation) }
  return 0
}
