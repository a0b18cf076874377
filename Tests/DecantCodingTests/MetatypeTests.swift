import Decant
import Foundation
import Testing

/// A class is decoded as the one that its metatype is, which may be a subclass of the static type.
@Suite struct MetatypeTests {
  struct Kennel: Decodable {
    var animals: [Models.Animal] = []

    enum CodingKeys: CodingKey { case keyed, missing, list, inner, single }

    struct Single: Decodable {
      let animal: Models.Animal
      init(from decoder: any Decoder) throws {
        animal = try decoder.singleValueContainer().decode(Models.Cat.self as Models.Animal.Type)
      }
    }

    init(from decoder: any Decoder) throws {
      let cat: Models.Animal.Type = Models.Cat.self
      let container = try decoder.container(keyedBy: CodingKeys.self)
      animals.append(try container.decode(cat, forKey: .keyed))
      animals += try container.decodeIfPresent(cat, forKey: .keyed).map { [$0] } ?? []
      animals += try container.decodeIfPresent(cat, forKey: .missing).map { [$0] } ?? []
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      animals.append(try list.decode(cat))
      animals += try list.decodeIfPresent(cat).map { [$0] } ?? []
      let inner = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inner)
      animals.append(try inner.decode(cat, forKey: .keyed))
      animals.append(try container.decode(Single.self, forKey: .single).animal)
      animals.append(try cat.init(from: container.superDecoder(forKey: .keyed)))
    }
  }

  /// A subclass as the metatype of its superclass is decoded as itself, wherever a type can be named.
  static let formats = FormatRegistry.standard.formats.filter {
    $0.isReadable && (try? $0.encode(["a": [1]] as Value)) != nil
  }

  @Test(arguments: formats)
  func decodesTheClassThatTheMetatypeIs(_ format: Format) throws {
    let cat: Value = ["name": "Tom", "lives": 7]
    let value: Value = ["keyed": cat, "list": [cat, cat], "inner": ["keyed": cat], "single": cat]
    let animal: Models.Animal.Type = Models.Cat.self
    let bytes = try format.encode(value)
    let kennel = try format.decode(Kennel.self, from: bytes)
    // The standard library's keyed container passes the static type on, so not all of them are cats.
    let json = Data(try Format.json.encode(value))
    #expect(try kennel.animals == JSONDecoder().decode(Kennel.self, from: json).animals)
    #expect(kennel.animals.count { ($0 as? Models.Cat)?.lives == 7 } >= 4)
    let top = try format.encode(cat)
    #expect(try (format.decode(animal, from: top) as? Models.Cat)?.lives == 7)
    var documents = try FormatDecoder(format).documents(of: animal, from: .bytes(top))
    #expect(try documents.next() is Models.Cat)
  }

  @Test func aDocumentDecodesTheClassThatTheMetatypeIs() throws {
    let animal: Models.Animal.Type = Models.Cat.self
    let value: Value = ["name": "Tom", "lives": 7]
    #expect(try Document(value).decode(animal) is Models.Cat)
    #expect(try value.decode(animal) is Models.Cat)
    let yaml = try transcode(
      Format.json.encode(value), as: animal, from: Format.json, to: Format.yaml)
    #expect(String(decoding: yaml, as: UTF8.self) == "name: Tom\nlives: 7\n")
  }

  @Test func aConversionDecodesTheClassThatTheMetatypeIs() throws {
    let destination = MemoryDestination()
    var transcoder = Transcoder(from: .json, to: .json)
    transcoder.plan.transform = DocumentTransform(Models.Cat.self as Models.Animal.Type)
    try transcoder.run(from: .text(#"{"name": "Tom", "lives": 7, "x": 1}"#), to: destination)
    #expect(try Value(parsing: destination.bytes, as: .json)["lives"] == 7)
  }

  @Test func sharedInstancesAreOfTheClassThatTheMetatypeIs() throws {
    struct Pair: Decodable {
      var first: SharedModels.Thing
      var second: SharedModels.Thing

      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        first = try list.decode(SharedModels.Tool.self as SharedModels.Thing.Type)
        second = try list.decode(SharedModels.Tool.self as SharedModels.Thing.Type)
      }
    }
    let tool = SharedModels.Tool("saw")
    let pair = try Format.json.decode(Pair.self, from: Format.json.encode([tool, tool]))
    #expect(pair.first is SharedModels.Tool && pair.first === pair.second)
  }
}
