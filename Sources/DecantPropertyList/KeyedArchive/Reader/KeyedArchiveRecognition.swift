internal import DecantCore

/// Detection of keyed archives among property lists, by the keys of the root in any order.
enum KeyedArchiveRecognition {
  private static let archiverKey = "$archiver"
  private static let archiver = "NSKeyedArchiver"
  private static let keys: Set<String> = [archiverKey, "$objects", "$top", "$version"]

  static func likelihood(_ sample: FormatDetection.Sample) -> FormatDetection.Likelihood {
    guard sample.bytes.starts(with: "bplist0".utf8) || sample.firstByte == UInt8(ascii: "<"),
      sample.bytes.contains(bytesOf: archiverKey), sample.bytes.contains(bytesOf: "$objects")
    else { return .no }
    // Archives by decant may contain these keys too.
    guard !["$digest", "$schema", "decant"].allSatisfy(sample.bytes.contains(bytesOf:)) else {
      return .no
    }
    return .certain
  }

  /// Consumes no input, and examines more than the first key of the root only if it is one of an
  /// archive's but not `$archiver`, since it rules out nearly all other property lists.
  static func isArchive(
    _ window: inout Window, in propertyList: Format
  ) throws(DecantError) -> Bool {
    if propertyList.abilities.contains(.binary) {
      return try BinaryPropertyListReader.text(
        ofKey: archiverKey, inRootOf: &window, atMost: keys.count) == archiver
    }
    while true {
      if let isArchive = RootScanner(window.view(longestBeginning), propertyList, of: .beginning)
        .answer
      {
        guard isArchive else { return false }
        break
      }
      guard window.unread < longestBeginning, try window.refill() else { return false }
    }
    try window.showAll()
    return RootScanner(window.view(.max), propertyList, of: .whole).answer ?? false
  }

  private static let longestBeginning = 64 * 1024

  private struct RootScanner {
    enum Extent {
      case beginning
      case whole
    }

    private(set) var answer: Bool?
    private let extent: Extent
    private var depth = 0
    private var key: String?

    init(_ bytes: [UInt8], _ format: Format, of extent: Extent) {
      self.extent = extent
      format.read(beginning: bytes) { (batch) in
        examine(batch)
        return answer == nil
      }
    }

    private mutating func examine(_ batch: borrowing EventBatch) {
      for index in 0..<batch.count where answer == nil {
        let event = batch[index]
        switch depth {
        case 0 where event.kind == .beginDocument:
          continue
        case 0 where event.kind != .beginMapping, 1 where event.kind == .endMapping:
          answer = false
        case 1 where event.isKey:
          examine(key: batch.string(of: event))
        case 1 where key == archiverKey:
          answer = event.kind == .string && KeyText(batch.string(of: event)) == KeyText(archiver)
        default:
          break
        }
        depth += event.depthChange
      }
    }

    private mutating func examine(key text: String) {
      if key == nil, !keys.contains(text) { answer = false }
      key = text
      if answer == nil, extent == .beginning, text != archiverKey { answer = true }
    }
  }
}
