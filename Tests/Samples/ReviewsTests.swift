import DecantTestSupport
import Testing

@Suite struct ReviewsTests {
  let run: SampleRun

  init() throws {
    run = try SampleRun()
  }

  @Test(arguments: SampleRun.formats)
  func tellsTheShapesApart(format: String) throws {
    let outcome = try run.shell(
      """
      decant -t \(format) Data/reviews.json | reviews published -f \(format) -t \(format) |
      decant -f \(format) -t jsonl --split
      """)
    #expect(
      outcome.output == #"""
        {"id":1,"author":"Aoife","rating":5,"text":"Worth the walk.\nBring a coat."}
        {"id":3,"author":"Léa","rating":3,"text":"Closed: yes"}

        """#)
  }

  @Test func findsTheDiscriminatorAnywhere() throws {
    let outcome = try run.shell(
      #"echo '[{"id":2,"reason":"off-topic","reports":1,"isReported":true}]' | reviews -c"#)
    #expect(
      outcome.output == #"[{"isReported":true,"id":2,"reason":"off-topic","reports":1}]"# + "\n")
  }

  static let mistakes = [
    (#"[{"id": 1}]"#, "1:2: error: no value for the key 'isReported'"),
    (#"[{"isReported": "no"}]"#, "1:17: error: expected Bool but found a string"),
    (#"[{"isReported": true, "id": 1}]"#, "1:2: error: no value for the key 'reason'"),
    (
      #"[{"isReported": false, "id": 1, "author": "", "rating": 6, "text": ""}]"#,
      "1:57: error: a rating is from 1 to 5, not 6"
    ),
    (#"{}"#, "1:1: error: expected a sequence but found a mapping"),
  ]

  @Test(arguments: mistakes) func reportsWhatIsWrong(json: String, message: String) throws {
    try run.write(json, to: "input")
    let outcome = try run.shell("reviews -f json -t yaml <input")
    #expect(outcome.status == 65)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("<stdin>:" + message + "\n"))
  }
}
