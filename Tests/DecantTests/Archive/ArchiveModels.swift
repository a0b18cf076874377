import Decant
import Foundation

/// A type with three versions and a former name.
struct Landmark: Archivable, Equatable {
  static let archiveName = "Landmark"
  static let formerArchiveNames = ["Sight"]
  static let schemaVersion = 3

  var name: String
  var height: Double?
  var opened: Date
  var picture: Data
  var tags: [String]

  static let eiffel = Landmark(
    name: "Tour Eiffel", height: nil, opened: Date(timeIntervalSince1970: -2_551_391_999.5),
    picture: Data([0, 1, 254, 255]), tags: ["no", "~", "1.0", ""])

  /// Version 1 had a title instead of a name; version 2 had tags in one string.
  static func migrate(_ document: inout Value, from version: Int) throws {
    switch version {
    case 1:
      document["name"] = document["title"]
      document["title"] = nil
    case 2:
      let tags = document["tags"]?.string ?? ""
      document["tags"] = .sequence(tags.split(separator: ",").map { .string(String($0)) })
    default:
      throw CocoaError(.coderInvalidValue)
    }
  }

  static let older: [(file: String, text: String)] = [
    (
      "eiffel.yaml",
      """
      $archiver: decant
      $version: 1
      $type: Sight
      $schema: 1
      $digest: sha256:1a398170d6808ed124ed9c0f3f2e75a2de39623e163f2278c97c1f4dcd9044d2
      $root:
        title: Tour Eiffel
        height: 330
        opened: !!timestamp 1889-03-31T00:00:00Z
        picture: !!binary AAH+/w==
        tags: iron,tower
      """
    ),
    (
      "eiffel.json",
      """
      {
        "$archiver": "decant",
        "$version": 1,
        "$type": "Landmark",
        "$schema": 2,
        "$digest": "sha256:49e457eec954b1a8bc1e1d899b36a93164efdbe0e9079899270c520726542283",
        "$root": {
          "name": "Tour Eiffel",
          "height": 330,
          "opened": {"$date": "1889-03-31T00:00:00Z"},
          "picture": {"$data": "AAH+/w=="},
          "tags": "iron,tower"
        }
      }
      """
    ),
  ]
}

struct Anything: Archivable, Equatable {
  static let archiveName = "Anything"
  var numbers: [Double]
  var note: String?
}
