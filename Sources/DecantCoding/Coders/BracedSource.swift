internal import DecantCore

#if Foundation
  /// JSON in UTF-8 with the braces of its root, which are added if they are missing.
  final class BracedSource: ByteSource {
    private var window: Window
    /// What is still to be added; nil until the first character is known.
    private var closing: [UInt8]?
    private var areAdded = false

    init(_ source: any ByteSource) {
      window = Window(source)
    }

    var wouldWait: Bool { window.unread == 0 && window.wouldWait }

    func read(into output: inout OutputRawSpan) throws(DecantError) {
      if closing == nil {
        try window.decodeUnicode(withoutMark: true)
        var offset = 0
        while true {
          if offset == window.unread, try !window.refill() { break }
          guard window[window.position + offset] <= 0x20 else { break }
          offset += 1
        }
        areAdded = offset < window.unread && window[window.position + offset] != UInt8(ascii: "{")
        // Reversed; on a line of its own, because a comment may be at the end, and for excerpts.
        closing = areAdded ? Array("}\n".utf8) : []
        if areAdded { output.append(UInt8(ascii: "{")) }
      }
      while window.unread == 0, try window.refill() {}
      let count = min(window.unread, output.freeCapacity)
      window.withBytes { bytes in
        bytes.extracting(window.position..<window.position + count).append(to: &output)
      }
      window.position += count
      guard count == 0, let brace = closing?.popLast() else { return }
      output.append(brace)
    }

    /// Returns an error with its place in the text without braces.
    func placed(_ error: DecantError) -> DecantError {
      guard areAdded else { return error }
      var error = error
      error.offset = error.offset.map { max($0 - 1, 0) }
      error.position?.offset -= 1
      guard error.position?.line == 1 else { return error }
      error.position?.column -= 1
      if let excerpt = error.excerpt, excerpt.text.hasPrefix("{"), excerpt.caret > 0 {
        error.excerpt?.text.removeFirst()
        error.excerpt?.caret -= 1
      }
      return error
    }
  }
#endif
