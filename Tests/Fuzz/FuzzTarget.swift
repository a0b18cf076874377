import Decant
import DecantTestSupport

/// The body of every fuzz target; which reader it is about, the build says.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  // SAFETY: libFuzzer lends the bytes for the time of the call; they are copied.
  let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  #if FUZZ_JSON
    let format = Format.json
  #elseif FUZZ_JSON5
    let format = Format.json5
  #elseif FUZZ_JSON_LINES
    let format = Format.jsonLines
  #elseif FUZZ_YAML
    let format = Format.yaml
  #elseif FUZZ_XML
    let format = Format.xmlPropertyList
  #elseif FUZZ_BINARY
    let format = Format.binaryPropertyList
  #else
    let format = Format.jsonSequence
  #endif
  if let violation = Invariants.violation(of: input, as: format) { fatalError(violation) }
  return 0
}
