import DecantTestSupport
import Testing

/// What `diff` says of converted documents, on the executable as it is shipped: the optimizer may introduce errors.
@Suite(.enabled(if: Binary.isShipped, "not built"))
struct ShippedFormatsTests {
  private static let document =
    (0..<400).map { #"{"id":\#($0),"name":"n\#($0)","tags":["a","é",true]}"# }
    .joined(separator: ",")

  @Test(arguments: ["json5", "yaml", "toml", "xml1", "binary1", "keyedarchive", "cbor", "msgpack"])
  func comparesWithWhatItHasConverted(format: String) throws {
    let scratch = try Scratch()
    try scratch.write(#"{"items":[\#(Self.document)]}"#, to: "in.json")
    let outcome = try scratch.shell(
      """
      d=\(Binary.path)
      $d in.json -t \(format) -o out && $d diff -f \(format) out out &&
        $d out -f \(format) -t json -c >back.json && $d diff in.json back.json &&
        $d in.json -t yaml -o in.yaml && $d diff back.json in.yaml
      echo $?
      """)
    #expect(outcome.output == "0\n")
    #expect(outcome.errors == "")
  }
}
