import DecantTestSupport
import Testing

@Suite struct UserTests {
  let run: SampleRun

  init() throws {
    run = try SampleRun()
  }

  @Test(arguments: SampleRun.formats)
  func takesWhatItNeeds(format: String) throws {
    let outcome = try run.shell("decant -t \(format) Data/users.json | user contacts -t yaml")
    #expect(
      outcome.output == """
        - id: 1
          name: Aoife Brennan
          email: aoife@example.org
        - id: 2
          name: Léa Moreau
          email: lea@example.org

        """)
  }

  @Test(arguments: SampleRun.formats)
  func flattensTheAddress(format: String) throws {
    let outcome = try run.shell("decant -t \(format) Data/users.json | user flat -t json -c")
    #expect(
      outcome.output == #"[{"name":"Aoife Brennan","city":"Portrush","zipcode":"BT56 8DF"},"#
        + #"{"name":"Léa Moreau","city":"Remoulins","zipcode":"30210"}]"# + "\n")
  }

  @Test(arguments: SampleRun.formats)
  func writesOnlyWhatHasChanged(format: String) throws {
    let outcome = try run.shell(
      "decant -t \(format) Data/user-change.json | user patch -t \(format) | decant -t json -c")
    #expect(outcome.output == #"{"email":"aoife.brennan@example.org"}"# + "\n")
  }

  @Test func writesWholeWhatHasChangedInPart() throws {
    let outcome = try run.shell(
      "sed 's/aoife.brennan@/aoife@/; 1,/after/!s/Flat 3/Flat 4/' Data/user-change.json | user patch -t yaml"
    )
    #expect(
      outcome.output == """
        address:
          street: Harbour Road
          suite: Flat 4
          city: Portrush
          zipcode: BT56 8DF
          geo:
            lat: 55.2042
            lng: -6.6527

        """)
    let nothing = try run.shell(
      "sed 's/aoife.brennan@/aoife@/' Data/user-change.json | user patch -c")
    #expect(nothing == Outcome(status: 0, output: "{}\n", errors: ""))
  }

  static let places = [
    ("json", "<stdin>:26:11: "), ("yaml", "<stdin>:21:7: "), ("xml1", "<stdin>:50:3: "),
    ("binary1", "<stdin>: "),
  ]

  @Test(arguments: places) func refusesTwoUsers(format: String, place: String) throws {
    let change = try run.read("Data/user-change.json").split(separator: "\n")
    let second = change.map { $0.hasPrefix("    \"id\": 1") ? "    \"id\": 2," : String($0) }
    let both = zip(change.indices, zip(change, second)).map { index, lines in
      index > change.count / 2 ? lines.1 : String(lines.0)
    }
    let outcome = try run.refusal(
      by: "user patch", of: both.joined(separator: "\n"), in: format)
    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix(place + "error: user 2 is not user 1"))
  }

  @Test func reportsWhatIsMissingWhereItIsNested() throws {
    let outcome = try run.shell("sed '0,/city/{/city/d}' Data/users.json | user flat -f json")
    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix("<stdin>:7:16: error: no value for the key 'city'\n"))
  }
}
