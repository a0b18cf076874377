import Decant
import Foundation

/// Types that replace classes with `NSCoding`.
enum ArchivedModels {
  struct Place: Codable, Equatable {
    var latitude: Double
    var longitude: Double
  }

  struct Landmark: Codable, Equatable {
    var name: String
    var year: Int
    var small: Int8
    var ratio: Float
    var height: Double
    var isOpen: Bool
    var opened: Date
    var picture: Data
    var link: URL?
    var id: UUID
    var tags: Set<String>
    var visits: [String: Int]
    var place: Place?
    var others: [Place]
    var nothing: String?
    var wrapped: Double
    var null: Int?
    var absent: Int?

    enum CodingKeys: String, CodingKey {
      case name, year, small, ratio, height, isOpen, opened, picture, link, id, tags, visits
      case place = "NS.place"
      case others, nothing, wrapped, null, absent
    }
  }

  class Shape: Decodable {
    let name: String
  }

  final class Circle: Shape {
    let radius: Double

    enum CodingKeys: CodingKey { case radius }

    required init(from decoder: any Decoder) throws {
      radius = try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .radius)
      try super.init(from: decoder)
    }
  }

  enum AnyShape: Decodable, Equatable {
    case round(Round)
    case angular(Angular)
    case other(String)

    struct Round: Decodable, Equatable { var name: String, radius: Double }
    struct Angular: Decodable, Equatable { var name: String, side: Int }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      switch decoder.archivedClassName {
      case "DecantTestSupport.OldCircle": self = .round(try container.decode(Round.self))
      case "DecantTestSupport.OldSquare": self = .angular(try container.decode(Angular.self))
      case let name: self = .other(name ?? "none")
      }
    }
  }

  final class Node: SharedInstance {
    var name: String
    var children: [Node]
    @BackReference var parent: Node?
    @Shared var next: Node?
  }

  struct PlainNode: Decodable {
    var name: String
    var children: [PlainNode]
  }

  final class EndlessNode: Decodable {
    var next: EndlessNode?
  }
}
