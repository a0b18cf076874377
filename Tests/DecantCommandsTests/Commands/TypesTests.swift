import DecantTestSupport
import Foundation
import Testing

import DecantCommands
import Decant

@Suite struct TypesTests {
  /// Text that a reader of the source would not see, or would see elsewhere.
  @Test func escapesInvisibleCharacters() throws {
    let hidden: [Unicode.Scalar] = [
      "\u{202E}", "\u{2066}", "\u{200B}", "\u{200E}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{AD}",
      "\u{61C}", "\u{115F}", "\u{3164}", "\u{FE0F}", "\u{E0041}", "\u{A0}", "\u{2003}", "\u{1B}",
      "\u{9B}", "\u{85}", "\u{7F}",
    ]
    let keys = hidden.map { "a\($0)b" }
    let object =
      "{" + keys.map { "\"\($0.replacing("\u{1B}", with: "\\u001b"))\":1" }.joined(separator: ",")
      + "}"
    let values =
      "[" + keys.map { "\"\($0.replacing("\u{1B}", with: "\\u001b"))\"" }.joined(separator: ",")
      + "]"
    for input in [object, "{\"a\":\(values),\"b\":\(values)}", "{\"x\":\(object)}"] {
      let run = decant(words: ["types", "--archivable"], input: input)
      #expect(run.status == 0)
      for scalar in hidden {
        #expect(!run.output.unicodeScalars.contains(scalar), "U+\(String(scalar.value, radix: 16))")
      }
    }
    for (scalar, key) in zip(hidden, keys) {
      let text = key.replacing("\u{1B}", with: "\\u001b")
      let run = decant(words: ["types"], input: "{\"\(text)\":1,\"x\":true}")
      let digits = String(scalar.value, radix: 16, uppercase: true)
      #expect(run.output.contains(#" = "a\u{\#(digits)}b""#), "\(run.output)")
    }
    #expect(
      decant(words: ["types"], input: #"{"a\"\\(b)\n\tc":1}"#).output.contains(
        #"= "a\"\\(b)\n\tc""#))
  }

  /// The shape is kept, not the data: memory does not grow with the documents.
  @Test func manyRecordsTakeLittleMemory() throws {
    let scratch = try Scratch()
    let run = try scratch.shell(
      """
      awk 'BEGIN { for (i = 0; i < 400000; i++) printf "{\\"id\\":%d,\\"by\\":{\\"k%d\\":{\\"n\\":%d}},\\"t\\":\\"text %d\\"}\\n", i, i, i, i }' \
        >records.jsonl
      (ulimit -v 400000; decant types records.jsonl)
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("  var by: [String: By]\n"))
  }
}
