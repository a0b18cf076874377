internal import Synchronization

/// The layout of a document in brackets or tags, which new text gets.
package struct BracketedLayout {
  package let indentation: Indentation
  package let isSpaced: Bool

  package init(indentation: Indentation, isSpaced: Bool) {
    self.indentation = indentation
    self.isSpaced = isSpaced
  }
}

/// The layout of a document, which is detected at the first of its changes.
package final class BracketedLayoutCache: Sendable {
  private let layout = Mutex<BracketedLayout?>(nil)

  package func layout(_ detect: () -> BracketedLayout) -> BracketedLayout {
    if let layout = layout.withLock({ $0 }) { return layout }
    let new = detect()
    layout.withLock { $0 = new }
    return new
  }
}

extension Indentation {
  var bytes: [UInt8] { [UInt8](repeating: byte, count: width) }
}
