package import DecantCore

extension FormatRegistry {
  package static let contentSampleSize = 4096

  /// Whether a format is certain; formats of many documents, such as YAML, never are: prose can begin like them.
  package func isCertain(of sample: FormatDetection.Sample) -> Bool {
    formats.contains { format in
      format.isReadable && !format.abilities.contains(.manyDocuments)
        && format.recognition(sample) == .certain
    }
  }
}

extension Format {
  package func usualExtension(among registry: FormatRegistry) -> String {
    // A strings table has an extension of its own, which programs expect.
    if let own = registry.format(called: name), !own.members.isEmpty {
      return extensions.first ?? name
    }
    let refined = refines.flatMap { registry.format(called: $0) }
    return (registry.family(of: self) ?? refined)?.extensions.first ?? extensions.first ?? name
  }

  package func writesAs(_ source: Format) -> Bool {
    // A family is written as its member of the same name, or else as its first member.
    source.name == name
      || !members.contains { $0.name == name } && members.first?.name == source.name
  }
}

extension FileSource {
  package static func beginning(of path: String, count: Int) -> [UInt8] {
    guard let file = try? FileSource(path) else { return [] }
    let storage = ByteStorage(capacity: count)
    _ = try? storage.fill { (free) throws(DecantError) in try file.read(into: &free) }
    return storage.withBytes { [UInt8]($0.extracting(0..<min(count, storage.count))) }
  }
}
