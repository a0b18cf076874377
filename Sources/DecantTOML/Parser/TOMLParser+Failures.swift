internal import DecantCore

/// What an error says of an offset: the path to it, which the tree knows, and the line on which a key or table was defined first.
extension TOMLParser {
  @inline(never)
  func failure(
    _ problem: DecantError.TOMLProblem, at p: Int, _ bytes: RawSpan
  ) -> DecantError {
    failure(general: .toml(problem), at: p, bytes)
  }

  @inline(never)
  func failure(
    general problem: DecantError.Problem, at p: Int, _ bytes: RawSpan
  ) -> DecantError {
    let node = frames.isEmpty ? table : frames[frames.count - 1].node
    return DecantError(problem, offset: p, path: path(of: node, bytes))
  }

  @inline(never)
  func failure(
    _ problem: DecantError.TOMLProblem, at p: Int, about key: TOMLKey, in parent: Int32,
    _ bytes: RawSpan
  ) -> DecantError {
    var path = path(of: parent, bytes)
    path.steps.append(.key(text(of: key, bytes)))
    return DecantError(.toml(problem), offset: p, path: path)
  }

  /// The path of a node while the document is parsed: there is no tape of it yet.
  private func path(of node: Int32, _ bytes: RawSpan) -> DocumentPath {
    DocumentPath(
      tree.way(to: node).map {
        tree.isKeyed($0) ? .key(tree.key(of: $0, bytes)) : .index(tree.index(of: $0))
      })
  }

  func text(of key: TOMLKey, _ bytes: RawSpan) -> String {
    key.isDecoded
      ? tree.decodedKeys.withBytes { String(utf8: $0.extracting(key.text)) }
      : String(utf8: bytes.extracting(key.text))
  }

  @inline(never)
  func unexpected(
    _ sign: DecantError.TOMLProblem.Sign, at p: Int, _ bytes: RawSpan
  ) -> DecantError {
    guard p < end else { return failure(.missing(sign, .end), at: end, bytes) }
    let byte = bytes.byte(at: p)
    if byte == 0x0D, bytes.byte(at: p + 1) != 0x0A {
      return failure(.bareCarriageReturn, at: p, bytes)
    }
    guard byte < 0x80 || UTF8Scanning.length(bytes, at: p) > 0 else {
      return failure(general: .invalidEncoding(.utf8), at: p, bytes)
    }
    return failure(.missing(sign, found(bytes, at: p)), at: p, bytes)
  }

  func found(_ bytes: RawSpan, at p: Int) -> DecantError.Found {
    p < end ? .scalar(UTF8Scanning.scalar(bytes, at: p)) : .end
  }

  func line(_ bytes: RawSpan, at offset: UInt32) -> Int {
    var lines = LineCounter()
    lines.count(bytes.extracting(0..<Int(offset)))
    return lines.line
  }

  /// Returns the error for a key that its table has already.
  @inline(never)
  func repeated(
    _ key: TOMLKey, _ first: Int32, at p: Int, _ bytes: RawSpan
  ) -> DecantError {
    let node = tree.nodes[Int(first)]
    let line = line(bytes, at: node.entry)
    let name = text(of: key, bytes)
    return failure(
      .repeatedKey(name, firstLine: line), at: p, about: key, in: node.parent, bytes)
  }
}

extension TOMLNode {
  var definition: DecantError.TOMLProblem.Definition {
    switch kind {
    case .table: .table
    case .tables: .tables
    case .array: .array
    case .inlineTable: .inlineTable
    default: .scalar
    }
  }
}
