#if canImport(SwiftUI)
  import Decant
  import SwiftUI
  import UniformTypeIdentifiers

  struct Settings: Codable, Sendable {
    var fontSize = 12
    var theme = "dark"
  }

  /// A document that people also edit as text: what the window saves changes only the values that were changed in it.
  ///
  ///     DocumentGroup(newDocument: SettingsDocument()) { file in
  ///       Stepper("Font size", value: file.$document.content.value.fontSize)
  ///     }
  struct SettingsDocument: FileDocument {
    static var readableContentTypes: [UTType] { [.yaml] }

    var content: SettingsText<Settings>

    init(_ settings: Settings = Settings()) {
      do {
        let text = try FormatEncoder(.yaml).encodeBytes(settings)
        content = try SettingsText(text, as: .yaml, default: settings)
      } catch {
        fatalError("the default cannot be encoded: \(error)")
      }
    }

    init(configuration: ReadConfiguration) throws {
      guard let text = configuration.file.regularFileContents else {
        throw CocoaError(.fileReadCorruptFile)
      }
      content = try SettingsText(text, as: .yaml, default: Settings())
    }

    func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
      FileWrapper(regularFileWithContents: Data(try content.bytes()))
    }
  }
#endif
