import Decant
import DecantTestSupport
import Foundation
import Testing

/// Settings in UTF-16 stay in their encoding.
@Suite struct EncodedSettingsTests {
  private struct Settings: Codable { var retries: Int }

  @Test func settingsStayInUTF16() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "app.yaml")
    let text = "# é 😀\nretries: 3 # often\nother: ü\n"
    try #require(text.data(using: .utf16)).write(to: path)
    var file = try SettingsFile<Settings>(path.path)
    file.value.retries = 5
    #expect(try file.save())
    #expect(try Data(contentsOf: path) == text.replacing("3", with: "5").data(using: .utf16))
  }
}
