import Decant
import DecantTestSupport
import Foundation
import Testing

/// The Swift examples of the article on archives, line by line.
struct Trip: Archivable, Equatable {
  static let archiveName = "Trip"
  static let schemaVersion = 2

  var name: String
  var start: Date
  var metres: Int

  static func migrate(_ document: inout Value, from version: Int) throws {
    // Version 1 had kilometres.
    let kilometres = document["km"]?.double ?? 0
    document["metres"] = Value(Int((kilometres * 1000).rounded()))
    document["km"] = nil
  }
}

struct Journey: Archivable {
  static let archiveName = "Trip"
  static let schemaVersion = 3

  var title: String
  var kilometres: Double

  init(migrating old: Trip) {
    title = old.name
    kilometres = Double(old.metres) / 1000
  }
}

final class Stop: SharedInstance {
  var name: String
  var connections: [Stop] = []
  @BackReference var previous: Stop?

  init(_ name: String) { self.name = name }
}

class Sight: Codable {
  var name: String

  init(_ name: String) { self.name = name }
}

final class Museum: Sight {
  override init(_ name: String) { super.init(name) }

  required init(from decoder: any Decoder) throws { try super.init(from: decoder) }
}

struct Tour: Archivable {
  static let archiveName = "Tour"
  static let archiveClasses: KeyedArchive.Classes = ["Museum": Museum.self]

  var sights: [Sight]
}

struct Meal: Codable {
  var price: Int
}

enum Stage: Codable {
  case sight(Museum)
  case meal(Meal)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    switch decoder.archivedClassName {
    case "Museum": self = .sight(try container.decode(Museum.self))
    default: self = .meal(try container.decode(Meal.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .sight(let sight): try container.encode(sight)
    case .meal(let meal): try container.encode(meal)
    }
  }
}

struct OldTrip: Decodable {
  var name: String
}

@Suite struct ArchiveArticleTests {
  private let trip = Trip(
    name: "Coast", start: Date(timeIntervalSince1970: 1_795_253_400), metres: 12_500)

  @Test func whatIsWrittenIsRestored() throws {
    let scratch = try Scratch()
    let folder = scratch.path
    try Archive.write(trip, to: folder + "/trip.yaml")
    let again = try Archive.read(Trip.self, from: folder + "/trip.yaml")
    #expect(again == trip)
  }

  @Test func whatHasChangedIsRefused() throws {
    let text = String(decoding: try Archive.data(of: trip, as: .yaml), as: UTF8.self)
    let changed = Array(text.replacing("12500", with: "12600").utf8)
    var message = ""
    do {
      _ = try Archive.read(Trip.self, from: changed, as: .yaml)
    } catch let error as DecantError {
      if case .digestMismatch? = error.problem.specific(DecantError.ArchiveProblem.self) {
        message = error.description
      }
    }
    #expect(message.contains("digest mismatch: expected sha256:"))
  }

  @Test func whatIsOldIsLifted() throws {
    let old: Value = [
      "name": "Coast", "start": .date(Timestamp(secondsSinceEpoch: 1_795_253_400)), "km": 12.5,
    ]
    let archive = try Archive.data(of: Document(old), type: "Trip", schema: 1, as: .json)
    #expect(try Archive.read(Trip.self, from: archive) == trip)
    let journey = try Archive.read(Journey.self, from: archive)
    #expect(journey.title == "Coast" && journey.kilometres == 12.5)
  }

  @Test func documentsAreChangedByKeys() throws {
    var document: Value = ["title": "Coast", "stops": [["name": "Pier"]]]
    try document.rename("title", to: "name")
    document["harbour"]["name"] = document["stops"][0]["name"]
    #expect(
      document == ["name": "Coast", "stops": [["name": "Pier"]], "harbour": ["name": "Pier"]])
  }

  @Test func whatIsSharedStaysOne() throws {
    let (harbour, market) = (Stop("Harbour"), Stop("Market"))
    harbour.connections = [market, market]
    market.previous = harbour
    let text = try Format.yaml.encodeText(harbour)
    let again = try Format.yaml.decode(Stop.self, from: text)
    #expect(again.connections[0] === again.connections[1])
    #expect(again.connections[0].previous === again)
  }

  @Test func eachInstanceIsChangedOnce() throws {
    struct Line: Archivable {
      static let archiveName = "Line"
      var stops: [Stop]
    }
    let stop = Stop("Harbour")
    let archive = try Archive.data(of: Line(stops: [stop, stop]), as: .json)
    var document = try Archive.contents(of: archive, as: .json).root.value
    try document.forEachInstance { stop in
      stop["title"] = stop["name"]
      stop["name"] = nil
    }
    for index in 0...1 {
      #expect(document["stops"]?[index]?["title"] == "Harbour")
      #expect(document["stops"]?[index]?["name"] == nil)
    }
  }

  @Test func classesAreRestored() throws {
    struct Day: Archivable {
      static let archiveName = "Day"
      static let archiveClasses = Tour.archiveClasses
      var stages: [Stage]
    }
    let tour = Tour(sights: [Sight("Bridge"), Museum("Louvre")])
    let text = String(decoding: try Archive.data(of: tour, as: .yaml), as: UTF8.self)
    #expect(text.hasSuffix("\n    - name: Bridge\n    - $class: Museum\n      name: Louvre\n"))
    let again = try Archive.read(Tour.self, from: Array(text.utf8), as: .yaml)
    #expect(again.sights.map { $0 is Museum } == [false, true])
    let day = Day(stages: [.meal(Meal(price: 9)), .sight(Museum("Louvre"))])
    let stages = try Archive.read(Day.self, from: Archive.data(of: day, as: .json)).stages
    guard case .sight(let museum) = stages[1], case .meal = stages[0] else {
      Issue.record("\(stages)")
      return
    }
    #expect(museum.name == "Louvre")
  }

  @Test func whatOthersArchivedIsDecoded() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.encode(["name": "Coast"] as NSDictionary, forKey: NSKeyedArchiveRootObjectKey)
    archiver.finishEncoding()
    let bytes = Array(archiver.encodedData)
    let old = try KeyedArchive.decode(
      OldTrip.self, from: bytes, classes: ["TRTrip": OldTrip.self])
    #expect(old.name == "Coast")
  }
}
