package import DecantConversion
package import DecantCore

extension VersionTape {
  /// Adds the documents of an input and returns their roots; stops after one that is not a value, see `failure`.
  package mutating func read(
    _ input: consuming Input, _ options: ReadingOptions
  ) throws(DecantError) -> [Int] {
    beginInput()
    var options = options
    options.aliases = .expanded
    options.copies = .held
    options.emptyTable = .columns
    var reading = try InputReading(
      of: input, options, stages: options.makeDocumentStages(for: input.format))
    let endOfInput = input.window.end
    var isMore = true
    while isMore, failure == nil {
      do throws(DecantError) {
        isMore = try reading.advance(
          &input, to: { (batch) throws(DecantError) in try add(batch, endOfInput: endOfInput) })
      } catch {
        // Documents precede the error.
        guard failure == nil else { continue }
        // What is added to the tape from now on must stay.
        removeIncomplete()
        throw error
      }
    }
    return roots
  }
}
