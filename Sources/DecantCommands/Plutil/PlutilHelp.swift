extension Plutil {
  static let help = """
    usage: plutil [COMMAND] [OPTION...] FILE...

    Checks, prints, converts and edits property lists. FILE '-' is standard input.
    The commands are those of macOS; 'man decant-plutil' lists the differences.

    Commands:
      -lint                         check each FILE (default)
      -p                            print each FILE for people
      -convert FORMAT               rewrite each FILE as xml1, binary1 or json
      -insert KEYPATH TYPE VALUE    add a key or an element
      -replace KEYPATH TYPE VALUE   the same, or replace what is there
      -remove KEYPATH               remove a value
      -extract KEYPATH FORMAT       write a value; FORMAT may also be raw
      -type KEYPATH                 print the type of a value
      -create FORMAT                write an empty property list
      -help                         print this help

    TYPE is -bool, -integer, -float, -string, -date, -data, -xml or -json, or
    -array or -dictionary, which have no VALUE. '-append' after VALUE appends it to
    the array at KEYPATH. '-expect TYPE' after -extract and -type refuses a value of
    another type: bool, integer, float, string, date, data, array or dictionary.

    Options:
      -o FILE       write FILE; '-' is standard output
      -e EXTENSION  write a file with another extension
      -s            print no 'OK'
      -r            indent JSON and sort its keys
      -n            print no line end after raw values and types
      --            end the options

    """
}
