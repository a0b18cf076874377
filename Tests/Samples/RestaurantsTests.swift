import DecantTestSupport
import Testing

@Suite struct RestaurantsTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    let old: String
    let new: String
    let message: String
    var untyped: String?
    /// The lines and columns in JSON, YAML and XML.
    let places: [String]

    var testDescription: String { "\(new) for \(old)" }
  }

  static let mistakes = [
    Mistake(
      old: "-41.2865", new: "123",
      message: "'lat' is 123.0, which is not between -90 and 90",
      places: ["31:16", "21:12", "51:5"]),
    Mistake(
      old: "174.7762", new: "-180.5",
      message: "'lng' is -180.5, which is not between -180 and 180",
      places: ["32:16", "22:12", "53:5"]),
    Mistake(
      old: "\"name\": \"Zum Anker\",", new: "",
      message: "no value for the key 'name'",
      places: ["18:5", "13:5", "30:3"]),
    Mistake(
      old: "\"name\": \"Zum Anker\",", new: "\"name\": 7,",
      message: "expected String but found a number", untyped: "'name' is a string",
      places: ["19:15", "13:11", "32:4"]),
    Mistake(
      old: "\"breakfast\"", new: "\"brunch\"",
      message: "'brunch' is not one of breakfast, lunch, dinner",
      places: ["13:9", "10:9", "25:5"]),
    Mistake(
      old: "\"breakfast\"", new: "7",
      message: "expected String but found a number", untyped: "a meal is a string",
      places: ["13:9", "10:9", "25:5"]),
    Mistake(
      old: "\"page\": 1,", new: "\"page\": 0,",
      message: "pages count from 1, and this is 0",
      places: ["4:11", "3:7", "10:2"]),
    Mistake(
      old: "_count\": 12", new: "_count\": 2",
      message: "2 results on all pages, and 3 on this one",
      places: ["3:20", "2:16", "8:2"]),
    Mistake(
      old: "\"meals\": []", new: "\"meals\": {}",
      message: "expected a sequence but found a mapping", untyped: "'meals' is a sequence",
      places: ["34:16", "23:12", "56:4"]),
  ]

  let run: SampleRun

  init() throws {
    run = try SampleRun()
  }

  @Test(arguments: mistakes, ["restaurants", "restaurants untyped"])
  func reportsWhichFieldIsWrongAndWhere(mistake: Mistake, command: String) throws {
    let page = try run.read("Data/restaurants.json")
      .replacing(mistake.old, with: mistake.new, maxReplacements: 1)
    let message = command == "restaurants" ? mistake.message : mistake.untyped ?? mistake.message
    for (format, place) in zip(["json", "yaml", "xml1"], mistake.places) {
      try run.write(page, to: "wrong")
      if format != "json" {
        #expect(try run.shell("decant -f json -t \(format) -o it wrong && mv it wrong").status == 0)
      }
      let outcome = try run.shell("\(command) -f \(format) -t json wrong")
      #expect(outcome.status == 65)
      #expect(outcome.output.isEmpty)
      let lines = outcome.errors.split(separator: "\n")
      try #require(lines.count == 3)
      #expect(lines[0] == "wrong:\(place): error: \(message)")
      let line = try run.shell("sed -n \(place.split(separator: ":")[0])p wrong | tr -d '\\t'")
        .output
      #expect(lines[1].replacing("\\t", with: "").hasSuffix("| \(line.dropLast())"))
      #expect(lines[2].hasSuffix(" ^"))
    }
    let binary = try run.refusal(by: command, of: page, in: "binary1")
    #expect(binary.status == 65)
    #expect(binary.errors.hasPrefix("<stdin>: error: \(message) at byte "))
  }

  @Test func showsTheLine() throws {
    let outcome = try run.shell("sed s/-41.2865/123/ Data/restaurants.json | restaurants -t yaml")
    #expect(
      outcome
        == Outcome(
          status: 65, output: "",
          errors: """
            <stdin>:31:16: error: 'lat' is 123.0, which is not between -90 and 90
               31 |         "lat": 123,
                  |                ^

            """))
  }

  @Test(arguments: ["restaurants", "restaurants untyped"])
  func ordersMeals(command: String) throws {
    let page = try run.read("Data/restaurants.json")
    let shuffled =
      page
      .replacing("\"breakfast\"", with: "\"dinner\", \"lunch\", \"dinner\", \"breakfast\"")
    try run.write(shuffled, to: "input")
    #expect(try run.shell("\(command) -f json <input").output == page)
  }
}
