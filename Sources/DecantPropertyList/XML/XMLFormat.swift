public import DecantCore
internal import DecantEditing

extension Format {
  /// XML property lists, as Apple's tools write them.
  public static let xmlPropertyList = Format(
    .xmlPropertyList,
    summary: "XML property lists",
    abilities: [
      .booleans, .numbers, .nonFiniteNumbers, .dates, .data, .uids, .tabs, .indentation, .ascii,
      .comments, .lineEnds,
    ],
    limits: Limits(integers: .bits64, dates: .wholeSeconds, text: .xml),
    recognition: XMLRecognition.likelihood,
    reader: { XMLReader($0) },
    writer: { XMLWriter($0) }
  ).edited(byThinning: XMLEditing()).keepingLayout { beginning, options in
    let lines = beginning.split { $0 == 0x0A || $0 == 0x0D }
    let margin = lines.lazy.map { $0.prefix { $0 <= 0x20 } }
      .first { !$0.isEmpty && beginning[$0.endIndex...].first == UInt8(ascii: "<") }
    options.indentation = margin.map { Indentation(byte: $0[$0.startIndex], width: $0.count) }
    return false
  }
}

enum XMLRecognition {
  static func likelihood(_ sample: FormatDetection.Sample) -> FormatDetection.Likelihood {
    // UTF-16 without a byte-order mark: every other byte is zero.
    let isWide = sample.bytes.prefix(4).contains(0)
    let bytes = isWide ? sample.bytes.filter { $0 != 0 } : sample.bytes
    let text = bytes.drop { $0 <= 0x20 }
    let isLikely = begins(text, with: ["<?xml"] + XMLElement.allCases.map { "<" + $0.rawValue })
    guard isLikely || begins(text, with: ["<!--", "<!DOCTYPE", "<?"]) else { return .no }
    if text.contains(bytesOf: "<plist") || text.contains(bytesOf: "<!DOCTYPE plist") {
      return .certain
    }
    return isLikely ? .likely : .possible
  }

  private static func begins(_ text: ArraySlice<UInt8>, with beginnings: [String]) -> Bool {
    beginnings.contains { text.starts(with: $0.utf8) }
  }
}

extension FormatNames {
  package static let xmlPropertyList = FormatNames("xml1", aliases: "plist-xml")
}
