import Decant
import OtherNames
import Testing

/// What a file sees that imports no other module of decant.
@Suite struct ExportTests {
  /// A name that `Decant` exports too is ambiguous, which is an error of the compiler.
  @Test func leavesNamesForAuthorsOfFormatsToOthers() {
    let types: [Any.Type] = [
      BlockBoundary.self, ByteEdit.self, ByteSink.self, ChildChange.self, EditedBytes.self,
      EditedDocument.self, EditingSyntax.self, Event.self, EventBatch.self, EventReader.self,
      EventWriter.self, FormatDetection.self, FormatOption.self, FormatOptions.self,
      Input.self, LineListSyntax.self, MappingKeys.self, NodeChange.self, NumberedTags.self,
      Pipeline.self, SpecificProblem.self, TapePath.self, WholeDocumentRules.self,
      Window.self,
    ]
    for type in types { #expect(String(reflecting: type).hasPrefix("OtherNames.")) }
  }

  @Test(arguments: [("yes", true), (1, true), ("no", false), (nil, false)] as [(Value?, Bool)])
  func matchesPatternsOfValues(value: Value?, isMatch: Bool) {
    let matches =
      switch value {
      case "yes", 1: true
      default: false
      }
    #expect(matches == isMatch)
  }
}
