import DecantTestSupport
import Testing

@Suite struct LandmarkTests {
  let run: SampleRun

  init() throws {
    run = try SampleRun()
  }

  @Test func keepsTheShapeOfTheFile() throws {
    let outcome = try run.shell(
      """
      sed 's/"height": 48.8/"height": 48.80/; s/"river"/"depth": 1e400, "river"/' Data/landmarks.json |
      landmark -t yaml | head -n 26
      """)
    #expect(
      outcome.output == """
        - title: Pont du Gard
          founding_date: 50
          location:
            latitude: 43.9473
            longitude: 4.5355
            additionalInfo:
              elevation: 48.8
          vantagePoints:
            - latitude: 43.9468
              longitude: 4.5341
              additionalInfo:
                elevation: 62.5
            - latitude: 43.9481
              longitude: 4.5362
              additionalInfo:
                elevation: 21.25
          metadata:
            depth: 1.0e+400
            river: Gardon
            height: 48.80
            arches:
              - 6
              - 11
              - 35
            open: true
          website: https://pontdugard.example.org/visit?lang=fr

        """)
  }

  @Test(arguments: SampleRun.formats)
  func readsOneTypeAndWritesAnother(format: String) throws {
    let outcome = try run.shell(
      """
      decant -t \(format) Data/landmarks.json | landmark labels -f \(format) -t \(format) |
      decant -f \(format) -t yaml
      """)
    #expect(
      outcome.output == """
        - heading: Pont du Gard
          since: AD 50
          footer: 2 vantage points
        - heading: Dún Aonghasa
          since: 1100 BC

        """)
  }

  static let mistakes = [
    ("s/48.8$/\"high\"/", "<stdin>:9:22: error: expected Double but found a string\n"),
    ("s/\"elevation\": 62.5//", "<stdin>:16:27: error: no value for the key 'elevation'\n"),
    ("s/: 50/: 50.5/", "<stdin>:4:22: error: 50.5 does not fit in Int\n"),
    ("s/\"title\"/\"name\"/", "<stdin>:2:3: error: no value for the key 'title'\n"),
  ]

  @Test(arguments: mistakes) func reportsWhatIsWrong(edit: String, message: String) throws {
    let outcome = try run.shell("sed '\(edit)' Data/landmarks.json | landmark -f json")
    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix(message))
  }
}
