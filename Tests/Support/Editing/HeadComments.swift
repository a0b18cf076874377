package import Decant
import Testing

/// Which comments at the head of a file are the file's, and which are the first node's.
package enum HeadComments {
  /// Comments without their marks, and the number of them that stay when the first node is deleted.
  package static let heads: [(lines: [String], ofFile: Int)] = [
    ([" about a"], 0), ([" one", " two"], 0), ([" SPDX-License-Identifier: MIT"], 1),
    ([" SPDX-License-Identifier: MIT", " about a"], 1),
    ([" Copyright 2026 Somebody", " All rights reserved."], 2),
    ([" Licensed under the Apache License, Version 2.0"], 1), ([" vim: set ft=x:", " about a"], 1),
    ([" -*- coding: utf-8 -*-"], 1), ([" yaml-language-server: $schema=x.json", " a"], 1),
    ([" about a", " swift-tools-version: 6.0"], 2), ([" an invitation: none"], 0),
    (["!/usr/bin/env x"], 1), ([":schema https://example.com/x.json", " about a"], 1),
  ]

  /// Expects the file's comments to stay if the first of two pairs is deleted.
  package static func expectKept(
    _ index: Int, as format: Format, mark: String, pairs: (String, String)
  ) throws {
    let (lines, ofFile) = heads[index]
    // `#!` and `#:` have a meaning only after this mark.
    let isOther = lines[0].first == "!" || lines[0].first == ":"
    guard !isOther || mark == "#" else { return }
    func text(_ head: [String], isApart: Bool) -> String {
      head.map { mark + $0 + "\n" }.joined() + (isApart ? "\n" : "") + pairs.0 + "\n" + mark
        + " about b\n" + pairs.1 + "\n"
    }
    for isApart in [false, true] {
      let rest = text([], isApart: false)
      let kept = text(isApart ? lines : Array(lines.prefix(ofFile)), isApart: isApart)
      let expected =
        kept.dropLast(rest.count)
        + rest.split(separator: "\n").dropFirst().map { $0 + "\n" }.joined()
      #expect(
        try edited(text(lines, isApart: isApart), as: format, "delete /a") == String(expected))
    }
  }
}
