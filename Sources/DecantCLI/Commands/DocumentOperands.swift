internal import Decant

extension Session {
  /// Calls `body` with each document of a file; if `pointers` is not nil, only with what they lead to.
  func forEachDocument(
    of file: String, at pointers: [DocumentPointer]? = nil,
    _ body: (Document) throws(Failure) -> Void
  ) throws(Failure) {
    let conversion = try conversion()
    var input = try open(file, as: conversion.source)
    let format = input.format
    var reader: DocumentReader
    do throws(DecantError) {
      try conversion.refine(&input, for: nil)
      reader = try DocumentReader(input, conversion.readingAlone, at: pointers)
    } catch {
      throw .error(error, reading: format)
    }
    while let document = try failing(reading: format, try reader.next()) { try body(document) }
  }
}
