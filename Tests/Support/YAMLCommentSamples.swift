import DecantLibYAML

/// YAML with comments in all places.
package enum YAMLCommentSamples {
  package static let layouts = [
    """
    # The header of the file.
    #
    # Its second paragraph.

    apiVersion: v1  # trailing
    kind: Pod

    # about the metadata
    metadata:
      name: web  # the name
      # labels follow
      labels:
        app: web

    """,
    """
    spec:  # the specification
      ports:  # open ports
        - 80  # plain
        # - 443
        - 8080

    """,
    """
    script: |  # of the shell
      echo a
      # no comment
      echo b
    next: 1

    """,
    """
    script: |
      echo a
    # after the text
    next: |-
      b

    """,
    """
    a:
      b:
        - 1
        # in the sequence
      # in a
    # at the root
    c: 2
    # at the end

    """,
    """
    # list
    - a  # first

    # second
    - b

    # after two blank lines
    - c: 1  # third
      # inside of the third
      d: 2

    """,
    """
    ports: [80, 443]  # on one line
    point: {x: 1, y: 2}  # also
    none: []  # empty

    """,
    """
    base: &base  # shared
      a: 1
    other:
      <<: *base  # merged
      b: &x 2  # anchored
      c: *x  # an alias

    """,
    """
    # first
    a: 1  # one
    ---
    # second
    b: 2
    # end of the second

    """,
    """
    a: 1

    # eof

    """,
    """
    a: '# no'  # single
    b: "# no"  # double
    c: b#c  # plain
    d: http://example.org/#part

    """,
    """
    # before
    text  # after

    """,
    """
    a:
      # before the first
      b: 1

      # before the second
      c:
        # deeper
        - 1

    """,
  ]

  /// Unusual layouts, which a conversion may change, and the letters of their comments.
  private static let marked: [(String, String)] = [
    ("a: [  # cA\n  ]\nb: {  # cB\n  # cC\n  }\nc: [[ # cD\n], {} # cE\n]\n", "ABCDE"),
    ("a: {\n  b: 1,  # cA\n  # cB\n  c: 2\n}  # cC\nd: [\n  1,  # cD\n  2  # cE\n]\n", "ABCDE"),
    ("a: \"one\n  two\"  # cA\nb: 'x\n\n  y'  # cB\nc: one\n  two  # cC\n", "ABC"),
    ("- # cA\n  key: 1\n-  # cB\n  - 1\n- - 1  # cC\n  # cD\n  - 2\n", "ABCD"),
    ("# cA\n---  # cB\na: 1\n...\n# cC\n---\nb: 2\n# cD\n", "ABCD"),
    ("a: >-  # cA\n  a\n  b\n# cB\nb: |+  # cC\n  c\n\n# cD\nd: 1\n", "ABCD"),
    ("a: !t  # cA\n  b: 1\nc: &a  # cB\n  - 1\nd: !!str  # cC\n  # cD\n  x\n", "ABCD"),
    ("? a  # cA\n: b  # cB\n? [x]  # cC\n# cD\n: 1\n", "ABCD"),
    ("? - a  # cA\n  - b\n# cB\n: - c  # cC\n  # cD\n", "ABCD"),
    ("a:\n\n  # cA\n\n  1\nb:  # cB\n  2\nc:  # cC\n# cD\nd: 1\n", "ABCD"),
    ("- # cA\n- 1\n-\n  # cB\n- 2\n# cC\n", "ABC"),
    ("a:\n- 1\n# cA\n- 2\n # cB\nb: 1\n   # cC\n", "ABC"),
    ("a:\n    b:\n        c: 1\n      # cA\n    # cB\n  # cC\n# cD\nd: 1\n", "ABCD"),
    ("%YAML 1.2  # cA\n# cB\n---\n# cC\na\n", "ABC"),
    ("---\n# cA\n---\n# cB\nb\n", "AB"),
    ("# cA\n  # cB\na: b\t# cC\n", "ABC"),
    ("a: &x b  # cA\n*x : c  # cB\nd: *x  # cC\n", "ABC"),
  ]

  package static let others = marked.map { text, letters in (text, letters.map { "c\($0)" }) }
}
