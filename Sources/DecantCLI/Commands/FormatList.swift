internal import Decant

struct FormatList {
  private let formats: [Format]

  init(of formats: [Format]) {
    self.formats = formats
  }

  var json: String {
    let objects = formats.map { format in
      String(objectOf: [
        ("name", format.name.quotedJSON),
        ("aliases", Self.array(format.aliases)),
        ("read", String(format.isReadable)),
        ("write", String(format.isWritable)),
        ("summary", format.summary.quotedJSON),
        ("extensions", Self.array(format.extensions)),
        ("holds", Self.array(Holding.all.filter { $0.isOf(format) }.map(\.name))),
      ])
    }
    return "[" + objects.joined(separator: ",") + "]\n"
  }

  private static func array(_ texts: [String]) -> String {
    "[" + texts.map(\.quotedJSON).joined(separator: ",") + "]"
  }
}
