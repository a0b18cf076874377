package import Testing

import Decant
package import DecantCore

/// Returns the events of `source` as a script, and expects them not to depend on chunks.
package func script(
  of source: String, as format: Format = .json, _ options: ReadingOptions = ReadingOptions()
) throws -> String {
  try script(of: Array(source.utf8), as: format, options)
}

package func script(
  of bytes: [UInt8], as format: Format = .json, _ options: ReadingOptions = ReadingOptions()
) throws -> String {
  let transcript = expectSameInPieces(bytes, as: format, options)
  if let error = transcript.error { throw error }
  return transcript.script
}

/// Returns the error of reading `source`, and expects it not to depend on chunks.
package func failure(
  of source: String, as format: Format = .json, _ options: ReadingOptions = ReadingOptions(),
  location: SourceLocation = #_sourceLocation
) throws -> DecantError {
  let transcript = expectSameInPieces(Array(source.utf8), as: format, options, location: location)
  return try #require(
    transcript.error, "\(source.debugDescription) was read as \(transcript.script)",
    sourceLocation: location)
}

@discardableResult
package func expectSameInPieces(
  _ bytes: [UInt8], as format: Format, _ options: ReadingOptions = ReadingOptions(),
  by feedings: [Transcript.Feeding] = Transcript.Feeding.all,
  location: SourceLocation = #_sourceLocation
) -> Transcript {
  let whole = Transcript(reading: bytes, as: format, options)
  #expect(whole.grammarFlaw == nil, sourceLocation: location)
  for feeding in feedings {
    let pieces = Transcript(reading: bytes, as: format, options, feeding: feeding)
    guard pieces != whole else { continue }
    let source = String(decoding: bytes.prefix(300), as: UTF8.self)
    Issue.record(
      """
      \(format.name) of \(source.debugDescription) differs with \(feeding):
      \(whole.script.prefix(300)) \(String(describing: whole.error))
      \(pieces.script.prefix(300)) \(String(describing: pieces.error))
      """, sourceLocation: location)
  }
  return whole
}
