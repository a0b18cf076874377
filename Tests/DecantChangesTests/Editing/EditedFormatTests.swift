import DecantTestSupport
import Testing
import Decant

/// Each format that can be edited is tested beside the others of its module.
@Suite struct EditedFormatTests {
  @Test func everyFormatIsTested() {
    let editable = FormatRegistry.standard.formats.filter { $0.isEditable && $0.isWritable }
    #expect(Set(editable.map(\.name)) == Set(EditedFormats.all.map(\.name)))
    #expect(EditedFormats.all.count == editable.count)
  }
}
