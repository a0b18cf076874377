import Decant
import FoundationEssentials

/// The logbook as the app's first edition archived it with NSKeyedArchiver.
///
/// That edition had a class `WLLogbook` with `NSCoding`; its keys are the coding keys here.
struct ArchivedLogbook: Decodable {
  static let classes: KeyedArchive.Classes = [
    "WLLogbook": ArchivedLogbook.self, "WLWalk": ArchivedWalk.self,
  ]

  let name: String
  let walks: [ArchivedWalk]

  private enum CodingKeys: String, CodingKey {
    case name = "WLName"
    case walks = "WLWalks"
  }
}

struct ArchivedWalk: Decodable {
  let place: String
  let day: Date
  let kilometres: Double

  private enum CodingKeys: String, CodingKey {
    case place = "WLPlace"
    case day = "WLDay"
    case kilometres = "WLKilometres"
  }
}

extension Logbook {
  init(_ archived: ArchivedLogbook) {
    owner = archived.name
    walks = archived.walks.map { walk in
      Walk(
        place: walk.place, day: walk.day, metres: Int((walk.kilometres * 1000).rounded()),
        companions: [])
    }
  }
}
