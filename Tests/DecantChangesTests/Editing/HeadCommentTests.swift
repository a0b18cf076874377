import Testing
import Decant

@testable import DecantPropertyList

/// Which comments at the head of a file are the file's, and which are the first node's.
@Suite struct HeadCommentTests {
  /// Comments without their marks, and the number of them that stay when the first node is deleted.
  static let heads: [(lines: [String], ofFile: Int)] = [
    ([" about a"], 0), ([" one", " two"], 0), ([" SPDX-License-Identifier: MIT"], 1),
    ([" SPDX-License-Identifier: MIT", " about a"], 1),
    ([" Copyright 2026 Somebody", " All rights reserved."], 2),
    ([" Licensed under the Apache License, Version 2.0"], 1), ([" vim: set ft=x:", " about a"], 1),
    ([" -*- coding: utf-8 -*-"], 1), ([" yaml-language-server: $schema=x.json", " a"], 1),
    ([" about a", " swift-tools-version: 6.0"], 2), ([" an invitation: none"], 0),
    (["!/usr/bin/env x"], 1), ([":schema https://example.com/x.json", " about a"], 1),
  ]

  enum Notation: CaseIterable, Sendable {
    case yaml, toml, strings, openStep

    var format: Format {
      switch self {
      case .yaml: .yaml
      case .toml: .toml
      case .strings: .stringsTable
      case .openStep: .openStepPropertyList
      }
    }

    func text(_ head: [String], blank: Bool) -> String {
      let mark = self == .yaml || self == .toml ? "#" : "//"
      let pair =
        switch self {
        case .yaml: ["a: 1", "b: 2"]
        case .toml: ["a = 1", "b = 2"]
        case .strings, .openStep: ["\"a\" = 1;", "\"b\" = 2;"]
        }
      return head.map { mark + $0 + "\n" }.joined() + (blank ? "\n" : "") + pair[0] + "\n"
        + mark + " about b\n" + pair[1] + "\n"
    }
  }

  @Test(arguments: Notation.allCases, heads.indices)
  func keepsWhatIsTheFiles(notation: Notation, index: Int) throws {
    let (lines, ofFile) = Self.heads[index]
    // `#!` and `#:` have a meaning only after this mark.
    let isOther = lines[0].first == "!" || lines[0].first == ":"
    guard !isOther || notation == .yaml || notation == .toml else { return }
    for blank in [false, true] {
      let text = notation.text(lines, blank: blank)
      let rest = notation.text([], blank: false)
      let kept = notation.text(blank ? lines : Array(lines.prefix(ofFile)), blank: blank)
      let expected =
        kept.dropLast(rest.count)
        + rest.split(separator: "\n").dropFirst().map { $0 + "\n" }.joined()
      #expect(try edited(text, as: notation.format, "delete /a") == String(expected))
    }
  }

  @Test(arguments: heads.indices)
  func insertsNoKeyAboveTheHead(index: Int) throws {
    let (lines, ofFile) = Self.heads[index]
    let head = lines.map { "#\($0)\n" }
    let kept = head.prefix(ofFile).joined() + "top = 1\n\n" + head.dropFirst(ofFile).joined()
    #expect(
      try edited(head.joined() + "[a]\nx = 1\n", as: .toml, "set /top 1") == kept + "[a]\nx = 1\n")
    #expect(
      try edited(head.joined() + "[a]\nx = 1\n", as: .toml, "delete /a")
        == head.prefix(ofFile).joined())
  }

  @Test func keepsTheMarkOfAProject() throws {
    let text = "// !$*UTF8*$!\na = 1;\n// two\nb = 2;\n"
    #expect(
      try edited(text, as: .openStepPropertyList, "delete /a")
        == "// !$*UTF8*$!\n// two\nb = 2;\n")
    #expect(
      try edited(
        "/* Copyright 2026\n   Somebody */\n/* about a */\na = 1;\nb = 2;\n", as: .stringsTable,
        "delete /a")
        == "/* Copyright 2026\n   Somebody */\nb = 2;\n")
  }

  @Test func keepsCommentsOfAFileWithoutNodes() throws {
    #expect(try edited("# all\n", as: .toml, "set /a 1", "delete /a") == "# all\n")
    #expect(try edited("#: all\n", as: .toml, "set /a 1") == "#: all\na = 1\n")
  }
}
