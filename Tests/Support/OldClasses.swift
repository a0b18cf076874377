public import Foundation

/// Archives of old classes.
public enum OldClasses {
  /// Returns what Foundation archives.
  public static func archive(
    _ root: Any, as format: PropertyListSerialization.PropertyListFormat = .binary
  ) -> [UInt8] {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.outputFormat = format
    archiver.encode(root, forKey: NSKeyedArchiveRootObjectKey)
    archiver.finishEncoding()
    return Array(archiver.encodedData)
  }
}

// Top-level types with `NSCoding`, because Foundation does not archive nested ones.

public final class OldLandmark: NSObject, NSCoding {
  public var name = "Tour \"Eiffel\" é"
  public var year = 1887
  public var height = 330.25
  public var isOpen = true
  public var opened = Date(timeIntervalSinceReferenceDate: -3_533_500_800.5)
  public var picture = Data([0, 1, 254, 255])
  public var link = URL(string: "../tour?x#y", relativeTo: URL(string: "https://example.org/a/b/"))
  public var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  public var tags: Set<String> = ["iron", "tall"]
  public var visits = ["2024": 5_800_000, "2025": 6_300_000]
  public var place: OldPlace? = OldPlace()
  public var others: [OldPlace] = [OldPlace(), OldPlace()]

  public override init() {}

  public func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "name")
    coder.encode(year, forKey: "year")
    coder.encode(Int32(7), forKey: "small")
    coder.encode(Float(1.5), forKey: "ratio")
    coder.encode(height, forKey: "height")
    coder.encode(isOpen, forKey: "isOpen")
    coder.encode(opened as NSDate, forKey: "opened")
    coder.encode(picture as NSData, forKey: "picture")
    coder.encode(link as NSURL?, forKey: "link")
    coder.encode(id as NSUUID, forKey: "id")
    coder.encode(NSSet(array: Array(tags)), forKey: "tags")
    coder.encode(visits as NSDictionary, forKey: "visits")
    coder.encode(place, forKey: "NS.place")
    coder.encode(others as NSArray, forKey: "others")
    coder.encode(nil as Any?, forKey: "nothing")
    coder.encode(NSNumber(value: 12.5), forKey: "wrapped")
    coder.encode(NSNull(), forKey: "null")
  }

  public required init?(coder: NSCoder) {
    name = coder.decodeObject(forKey: "name") as? String ?? ""
    year = coder.decodeInteger(forKey: "year")
    height = coder.decodeDouble(forKey: "height")
    isOpen = coder.decodeBool(forKey: "isOpen")
    opened = coder.decodeObject(forKey: "opened") as? Date ?? .distantPast
    picture = coder.decodeObject(forKey: "picture") as? Data ?? Data()
    link = (coder.decodeObject(forKey: "link") as? NSURL)?.absoluteURL
    id = coder.decodeObject(forKey: "id") as? UUID ?? UUID()
    tags = coder.decodeObject(forKey: "tags") as? Set<String> ?? []
    visits = coder.decodeObject(forKey: "visits") as? [String: Int] ?? [:]
    place = coder.decodeObject(forKey: "NS.place") as? OldPlace
    others = coder.decodeObject(forKey: "others") as? [OldPlace] ?? []
  }
}

public final class OldPlace: NSObject, NSCoding {
  public var latitude = 48.858
  public var longitude = 2.294

  public override init() {}

  public func encode(with coder: NSCoder) {
    coder.encode(latitude, forKey: "latitude")
    coder.encode(longitude, forKey: "longitude")
  }

  public required init?(coder: NSCoder) {
    latitude = coder.decodeDouble(forKey: "latitude")
    longitude = coder.decodeDouble(forKey: "longitude")
  }
}

/// An object with strings of classes of their own.
public final class OldLink: NSObject, NSCoding {
  public static let identifier =
    NSUUID(uuidString: "6E1F0C4A-9B0E-4B52-8C57-0A2F7C3B9D11") ?? NSUUID()
  public static let url =
    NSURL(string: "https://example.org/a?b=c#d") ?? NSURL(fileURLWithPath: "/")

  private let isLast: Bool

  public init(isLast: Bool = false) { self.isLast = isLast }

  public func encode(with coder: NSCoder) {
    coder.encode(Self.identifier, forKey: "identifier")
    coder.encode(OldLink.url, forKey: "address")
    coder.encode([OldLink.url] as NSArray, forKey: "addresses")
    coder.encode("text" as NSString, forKey: "text")
    coder.encode(isLast ? "text" as NSString : Self.identifier, forKey: "either")
  }

  public required init?(coder: NSCoder) { isLast = false }
}

open class OldShape: NSObject, NSCoding {
  public var name = ""

  public init(_ name: String) { self.name = name }
  public func encode(with coder: NSCoder) { coder.encode(name, forKey: "name") }
  public required init?(coder: NSCoder) {}
}

public final class OldCircle: OldShape {
  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(2.5, forKey: "radius")
  }
}

public final class OldSquare: OldShape {
  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(4, forKey: "side")
  }
}

public final class OldNode: NSObject, NSCoding {
  public var name: String
  public var children: [OldNode] = []
  public weak var parent: OldNode?
  public var next: OldNode?

  public init(_ name: String, _ children: [OldNode] = []) {
    self.name = name
    self.children = children
    super.init()
    for child in children { child.parent = self }
  }

  public func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "name")
    coder.encode(children as NSArray, forKey: "children")
    coder.encodeConditionalObject(parent, forKey: "parent")
    coder.encode(next, forKey: "next")
  }

  public required init?(coder: NSCoder) { nil }
}
