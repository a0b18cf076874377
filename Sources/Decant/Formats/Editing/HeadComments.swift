/// The comments at the head of a file, some of which are about the file and not about its first node.
///
///     #:schema https://example.com/schema.json
///     # SPDX-License-Identifier: MIT
///     # how often                                 the first that is about `retries`
///     retries = 3
///
/// A blank line after a comment makes it the file's, too.
enum HeadComments {
  /// Returns how many comments of a run directly above the first node are the file's; each has its marks.
  static func count(ofFileIn run: [[UInt8]]) -> Int {
    var count = 0
    var isInLicense = false
    for (index, comment) in run.enumerated() {
      let text = Text(comment)
      if text.isLicense {
        // Lines after the first one are the rest of the license.
        isInLicense = !text.isBlock
      } else if text.isBlock {
        isInLicense = false
      }
      if isInLicense || text.isLicense || text.isOfFile { count = index + 1 }
    }
    return count
  }

  private struct Text {
    let comment: String

    init(_ bytes: [UInt8]) {
      comment = String(decoding: bytes, as: UTF8.self)
    }

    /// The executable has no regular expressions, with whose module `String.contains` comes.
    private func contains(_ word: String) -> Bool {
      let bytes = Array(comment.utf8)
      return bytes.indices.contains { bytes[$0...].starts(with: word.utf8) }
    }

    var isBlock: Bool { comment.hasPrefix(ofBytes: "/*") || comment.hasPrefix(ofBytes: "<!--") }

    var isLicense: Bool {
      guard !contains("SPDX-") else { return false }
      return ["Copyright", "COPYRIGHT", "License", "LICENSE"].contains(where: contains)
    }

    var isOfFile: Bool {
      ["#!", "#:"].contains { comment.hasPrefix(ofBytes: $0) } || isModeline
        || ["SPDX-", "yaml-language-server", "swift-tools-version", "!$*UTF8*$!"].contains(
          where: contains)
    }

    /// Whether Vim or Emacs reads options from the comment.
    private var isModeline: Bool {
      contains("-*-")
        || [" vim:", " vi:", " ex:", "#vim:", "/vim:", "*vim:"].contains(where: contains)
    }
  }
}
