internal import Decant

extension Session {
  /// Calls `body` with each document of a file, or of standard input for `-`, and its index.
  func forEachDocument(
    of file: String, _ body: (Document, Int) throws(Failure) -> Void
  ) throws(Failure) {
    let conversion = try conversion()
    var input = try open(file, as: conversion.source)
    let format = input.format
    do {
      try conversion.refine(&input, for: nil)
      var reader = try DocumentReader(input, conversion.readingAlone)
      var index = 0
      while let document = try reader.next() {
        try body(document, index)
        index += 1
      }
    } catch let error as DecantError {
      throw .error(error, reading: format)
    } catch let error as Failure {
      throw error
    } catch {
      throw .error(DecantError(.other("\(error)", hint: nil)))
    }
  }
}
