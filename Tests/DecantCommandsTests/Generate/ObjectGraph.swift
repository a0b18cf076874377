import Foundation

/// A document with items that refer back to it, and two of which have the same author.
final class OldList: NSObject, NSCoding {
  let title: String
  private(set) var items: [OldItem] = []

  init(_ title: String, _ texts: [String], by author: OldAuthor) {
    self.title = title
    super.init()
    items = texts.map { OldItem($0, in: self, by: author) }
  }

  func encode(with coder: NSCoder) {
    coder.encode(title, forKey: "title")
    coder.encode(items as NSArray, forKey: "items")
  }

  required init?(coder: NSCoder) { nil }
}

final class OldItem: NSObject, NSCoding {
  let text: String
  let author: OldAuthor
  unowned let list: OldList

  init(_ text: String, in list: OldList, by author: OldAuthor) {
    self.text = text
    self.list = list
    self.author = author
  }

  func encode(with coder: NSCoder) {
    coder.encode(text, forKey: "text")
    coder.encode(author, forKey: "author")
    coder.encode(list, forKey: "list")
  }

  required init?(coder: NSCoder) { nil }
}

final class OldAuthor: NSObject, NSCoding {
  let name: String

  init(_ name: String) { self.name = name }

  func encode(with coder: NSCoder) { coder.encode(name, forKey: "name") }

  required init?(coder: NSCoder) { nil }
}

/// A document with items of two subclasses, one of which it also refers to itself.
final class OldBoard: NSObject, NSCoding {
  private(set) var items: [OldPin] = []

  init(by author: OldAuthor) {
    super.init()
    items = [OldPhoto(on: self, by: author), OldQuote(on: self, by: author)]
  }

  func encode(with coder: NSCoder) {
    coder.encode(items as NSArray, forKey: "items")
    coder.encode(items[0], forKey: "cover")
  }

  required init?(coder: NSCoder) { nil }
}

class OldPin: NSObject, NSCoding {
  let author: OldAuthor
  unowned let board: OldBoard

  init(on board: OldBoard, by author: OldAuthor) {
    self.board = board
    self.author = author
  }

  func encode(with coder: NSCoder) {
    coder.encode(author, forKey: "author")
    coder.encode(board, forKey: "board")
  }

  required init?(coder: NSCoder) { nil }
}

final class OldPhoto: OldPin {
  override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(640, forKey: "width")
  }
}

final class OldQuote: OldPin {
  override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode("Hello", forKey: "text")
  }
}
