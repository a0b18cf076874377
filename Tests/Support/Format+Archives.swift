import Decant
package import DecantCore

extension Format {
  /// The formats in which archives can be written.
  package static let ofArchives = FormatRegistry.standard.formats.filter {
    // A keyed archive is an envelope of its own, and a cell contains no collection.
    $0.isWritable && $0.isReadable && $0.refines == nil && !$0.abilities.contains(.rows)
  }
}
