internal import DecantCore

/// The comments at the head of a file, some of which are about the file and not about its first node.
///
///     #:schema https://example.com/schema.json
///     # SPDX-License-Identifier: MIT
///     # how often                                 the first that is about `retries`
///     retries = 3
///
/// A blank line after a comment makes it the file's, too.
package enum HeadComments {
  /// Returns how many comments of a run directly above the first node are the file's; each has its marks.
  package static func count(ofFileIn run: [[UInt8]]) -> Int {
    var count = 0
    var isInLicense = false
    for (index, comment) in run.enumerated() {
      let text = Text(comment: comment)
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
    let comment: [UInt8]

    private func begins(with mark: String) -> Bool { comment.starts(with: mark.utf8) }

    private func containsOne(of words: [String]) -> Bool {
      words.contains(where: comment.contains(bytesOf:))
    }

    var isBlock: Bool { begins(with: "/*") || begins(with: "<!--") }

    var isLicense: Bool {
      !comment.contains(bytesOf: "SPDX-")
        && containsOne(of: ["Copyright", "COPYRIGHT", "License", "LICENSE"])
    }

    var isOfFile: Bool {
      begins(with: "#!") || begins(with: "#:") || isModeline
        || containsOne(of: ["SPDX-", "yaml-language-server", "swift-tools-version", "!$*UTF8*$!"])
    }

    /// Whether Vim or Emacs reads options from the comment.
    private var isModeline: Bool {
      containsOne(of: ["-*-", " vim:", " vi:", " ex:", "#vim:", "/vim:", "*vim:"])
    }
  }
}
