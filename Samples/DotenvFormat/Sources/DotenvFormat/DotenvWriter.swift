import DecantCore

/// A writer of `.env` files.
///
/// A value is bare if every shell and parser reads it literally; else in single quotes, which have
/// no escapes; with a single quote or a carriage return, in double quotes.
struct DotenvWriter: EventWriter {
  private let options: DotenvWritingOptions
  private var isOpen = false
  private var name = ""
  /// Whether a pair is written, but for the end of its line.
  private var isInLine = false

  init(_ options: DotenvWritingOptions) {
    self.options = options
  }

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    for index in 0..<batch.count {
      let event = batch[index]
      let offset = batch.offset(of: event)
      switch event.kind {
      case .beginDocument:
        break
      case .endDocument:
        sink.completeDocument()
      case .beginMapping where !isOpen:
        isOpen = true
      case .endMapping:
        try endLine(to: sink)
        isOpen = false
      case .trailingComment where isInLine:
        try sink.write(" #" + batch.string(of: event).replacing("\n", with: " "))
        try endLine(to: sink)
      case .comment, .trailingComment:
        try endLine(to: sink)
        try sink.write("#\(batch.string(of: event).replacing("\n", with: "\n#"))\n")
      case .blankLine:
        try endLine(to: sink)
        try sink.write("\n")
      case .string where event.flags.contains(.isKey):
        name = options.prefix + batch.string(of: event)
        guard DotenvName.isName(name) else {
          throw DotenvProblem.unwritableName(name).error(at: offset, of: name)
        }
      case .string where isOpen:
        let text = batch.string(of: event)
        guard !text.utf8.contains(0) else {
          throw DotenvProblem.zeroByte.error(at: offset, of: name)
        }
        try endLine(to: sink)
        try sink.write("\(options.exports ? "export " : "")\(name)=\(Self.quoted(text))")
        isInLine = true
      default:
        let problem = isOpen ? DotenvProblem.nested(name: name) : .noMapping
        throw problem.error(at: offset, of: isOpen ? name : nil)
      }
    }
  }

  private mutating func endLine(to sink: ByteSink) throws(DecantError) {
    if isInLine { try sink.write("\n") }
    isInLine = false
  }

  /// No parser accepts such a name.
  mutating func invalidate(to sink: ByteSink) throws(DecantError) {
    try sink.write("\n!incomplete\n")
  }

  static func quoted(_ text: String) -> String {
    if text.utf8.allSatisfy(needsNoQuotes) { return text }
    if !text.utf8.contains(where: { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\r") }) {
      return "'\(text)'"
    }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\", "$", "`": result.unicodeScalars.append(contentsOf: ["\\", scalar])
      case "\r": result += "\\r"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func needsNoQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "@"),
      UInt8(ascii: "%"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: "="),
      UInt8(ascii: "-"):
      true
    default: DotenvName.contains(byte)
    }
  }
}
