import DecantTestSupport
import Testing

@testable import DecantEditing
@testable import Decant
@testable import DecantChanges
@testable import DecantCore

/// The parts of what is between the children of a collection: together they are all of its bytes.
@Suite struct ChildSpansTests {
  /// Those whose documents a reprint prints as a whole; of TOML it prints what is in brackets.
  static let notations = EditedNotation.allCases.filter { $0 != .toml }

  private func text(_ notation: EditedNotation, _ seed: UInt64) -> String {
    var layout = RandomLayout(seed: seed)
    let value = notation.document(&layout)
    return notation.text(of: value, &layout)
  }

  private func withReprint(
    of text: String, _ notation: EditedNotation, _ body: (Reprint) throws -> Void
  ) throws {
    let bytes = EditedBytes(Array(text.utf8))
    let editor = try DocumentEditor(Array(text.utf8), as: notation.format)
    var documents: [ExtentTape] = []
    try editor.read(bytes, withComments: true) { documents.append($0) }
    for nodes in documents {
      let document = EditedDocument(
        bytes: bytes, nodes: nodes, lineEnd: [0x0A], write: editor.write)
      let printer = try #require(editor.format.editing as? any ListPrinter)
      try body(Reprint(of: document, by: printer))
    }
  }

  @Test(arguments: notations, 0..<200 as Range<UInt64>)
  func areAllBytes(notation: EditedNotation, seed: UInt64) throws {
    let text = text(notation, seed)
    try withReprint(of: text, notation) { reprint in
      var open = [reprint.root]
      while let place = open.popLast() {
        guard reprint.document.isCollection(place.node), let spans = reprint.spans(of: place)
        else { continue }
        var end = spans.interior.lowerBound
        for child in 0...spans.count {
          let joint = spans.joint(before: child)
          let lead = spans.lead(of: child, in: joint)
          for part in [
            joint.after, joint.separator, joint.tail, lead.foreign, lead.blanks, lead.own,
            joint.mark,
          ] {
            #expect(part.lowerBound == end, "\(child) of \(place.node) in \(text)")
            end = part.upperBound
          }
          for part in [joint.after, joint.tail, joint.lead] {
            for place in part where reprint.source[place] > 0x20 {
              #expect(
                reprint.document.comments.contains { $0.contains(place) }, "\(place) in \(text)")
            }
          }
          for sign in Array(joint.separator) + Array(joint.mark.prefix(1)) {
            let sign = String(decoding: [reprint.source[sign]], as: UTF8.self)
            #expect(notation.signs.contains(sign), "\(sign) in \(text)")
          }
          guard child < spans.count else { continue }
          #expect(end == spans.start(of: child), "\(text)")
          end = spans.end(of: child)
          open.append(reprint.context(of: child, in: spans, of: place))
        }
        #expect(end == spans.interior.upperBound, "\(text)")
      }
    }
  }

  /// A change that opens all collections and changes nothing prints the bytes.
  @Test(arguments: notations, 0..<100 as Range<UInt64>)
  func printsWhatIsOpenAsItWas(notation: EditedNotation, seed: UInt64) throws {
    let text = text(notation, seed)
    try withReprint(of: text, notation) { reprint in
      var reprint = reprint
      func change(_ node: Int) -> NodeChange? {
        guard reprint.document.isCollection(node) else { return nil }
        let children = reprint.document.children(of: node)
        guard !children.isEmpty else { return nil }
        return NodeChange(
          .children(
            children.enumerated().map {
              ChildChange(number: $0.offset, key: nil, value: change($0.element.value))
            }))
      }
      guard let change = change(0) else { return }
      let edits = try reprint.edits(for: change)
      #expect(edits.isEmpty, "\(text)")
    }
  }
}

extension EditedNotation {
  /// The signs between keys, values and items.
  fileprivate var signs: String {
    switch self {
    case .json, .json5: ",:"
    case .xml: ""
    case .openStep: ",;="
    case .yaml: ",:-?"
    case .toml: ",="
    }
  }
}
