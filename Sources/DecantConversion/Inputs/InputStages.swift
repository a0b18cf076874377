internal import DecantCore

/// The stages of one input, and the options that its reader needs for them.
///
///     reader ─▶ first ─▶ typing ─▶ table ─▶ Pipeline
package struct InputStages {
  let options: ReadingOptions
  /// They refuse comments, expand aliases, and convert tagged forms and repeated keys.
  let first: [any EventStage]
  /// Decodes and encodes documents as a type.
  let typing: (any DocumentStage)?
  /// Gathers the rows of a table in one sequence.
  let table: [any EventStage]
}
