import DecantTestSupport
import Foundation
import Testing

@testable import logbook

@Suite struct LogbookTests {
  let run: SampleRun

  init() throws {
    run = try SampleRun()
  }

  static let logbook = Logbook(
    owner: "Maren",
    walks: [
      Walk(place: "Ridge Path", day: day("2017-06-11"), metres: 12_500, companions: []),
      Walk(place: "Tarn & back", day: day("2017-08-02"), metres: 7_250, companions: []),
    ])

  private static func day(_ text: String) -> Date {
    (try? Date(text + "T00:00:00Z", strategy: .iso8601)) ?? .distantPast
  }

  @Test func restoresWhatEachVersionWrote() throws {
    let outcome = try run.shell("cd Data && logbook logbook-1.yaml logbook-2.json logbook-3.plist")
    #expect(
      outcome
        == Outcome(
          status: 0,
          output: """
            logbook-1.yaml: WalkLog 1, Maren: 2 walks, 19750 m
            logbook-2.json: WalkLog 2, Maren: 2 walks, 19750 m
            logbook-3.plist: Logbook 3, Maren: 2 walks, 19750 m

            """, errors: ""))
  }

  @Test(arguments: ["logbook-1.yaml", "logbook-2.json", "logbook-3.plist"])
  func archivesItAnewInTodaysForm(file: String) throws {
    let outcome = try run.shell(
      """
      cp Data/\(file) . && logbook upgrade \(file) && decant check \(file) &&
      decant restore --type Logbook -t yaml \(file)
      """)
    #expect(
      outcome
        == Outcome(
          status: 0,
          output: """
            owner: Maren
            walks:
              - place: Ridge Path
                day: !!timestamp 2017-06-11T00:00:00Z
                metres: 12500
                companions: []
              - place: Tarn & back
                day: !!timestamp 2017-08-02T00:00:00Z
                metres: 7250
                companions: []

            """, errors: ""))
  }

  @Test func refusesWhatHasChangedOnTheDisk() throws {
    let outcome = try run.shell("sed s/12.5/15.2/ Data/logbook-1.yaml >1.yaml; logbook 1.yaml")
    #expect(outcome.status == 65)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("1.yaml:5:10: digest mismatch: expected sha256:"))
  }

  @Test func refusesAVersionOfTomorrow() throws {
    let outcome = try run.shell(
      "decant restore -t json Data/logbook-3.plist | "
        + "decant archive --type Logbook --schema-version 4 -o 4.json && logbook 4.json")
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("4"))
  }

  @Test func bringsOverWhatNSKeyedArchiverArchived() throws {
    let outcome = try run.shell(
      "logbook import Data/logbook-0.plist new.yaml && logbook new.yaml && "
        + "decant restore --at /walks/1/place -r new.yaml")
    #expect(
      outcome
        == Outcome(
          status: 0, output: "new.yaml: Logbook 3, Maren: 2 walks, 19750 m\nTarn & back\n",
          errors: ""))
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func bringsOverWhatFoundationArchivesNow(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.outputFormat = .xml
    archiver.encode(WLLogbook(Self.logbook), forKey: NSKeyedArchiveRootObjectKey)
    archiver.finishEncoding()
    // Foundation prefixes a Swift class with its module; the first edition did not have one.
    let archive = String(decoding: archiver.encodedData, as: UTF8.self)
      .replacing("SampleTests.WL", with: "WL")
    let list = try unsafe PropertyListSerialization.propertyList(
      from: Data(archive.utf8), format: nil)
    try run.write(
      PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0),
      to: "first.plist")
    let outcome = try run.shell(
      """
      logbook import first.plist new.json && logbook import Data/logbook-0.plist old.json &&
      cmp new.json old.json && decant restore -q -t json new.json
      """)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    #expect(try decoder.decode(Logbook.self, from: Data(outcome.output.utf8)) == Self.logbook)
  }
}

final class WLLogbook: NSObject, NSCoding {
  private let logbook: Logbook

  init(_ logbook: Logbook) { self.logbook = logbook }

  func encode(with coder: NSCoder) {
    coder.encode(logbook.owner as NSString, forKey: "WLName")
    coder.encode(logbook.walks.map(WLWalk.init) as NSArray, forKey: "WLWalks")
  }

  required init?(coder: NSCoder) { nil }
}

final class WLWalk: NSObject, NSCoding {
  private let walk: Walk

  init(_ walk: Walk) { self.walk = walk }

  func encode(with coder: NSCoder) {
    coder.encode(walk.place as NSString, forKey: "WLPlace")
    coder.encode(walk.day as NSDate, forKey: "WLDay")
    coder.encode(Double(walk.metres) / 1000, forKey: "WLKilometres")
  }

  required init?(coder: NSCoder) { nil }
}
