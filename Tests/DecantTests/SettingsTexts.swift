enum SettingsTexts {
  /// Files with comments everywhere, and with keys that the program does not know, also in elements of lists.
  static let files: [(name: String, text: String)] = [
    (
      "app.yaml",
      """
      # SPDX-License-Identifier: MIT

      # the name
      name: "app"   # quoted
      retries: 0x3 # hexadecimal
      unknown_top: {a: [1, 2], b: ~}

      ratio: 0.40   # as written
      isEnabled: true
      # a note
      note: 'keep'  # beside
      server:       # the server
        host: localhost
        # unknown here
        mystery:
          - one # 1
          - two # 2
        max_ports: 10   # in snake case
        tags: [a, b,  c]
      rules:
        # first rule
        - id: r1 # one
          action: allow
          own: x # unknown in r1
        - {id: r2, action: deny, limit: 5, own: y} # two
        # third rule
        - id: r3
          action: log
          limit: 7
          own:
            deep: true
      env:
        PATH: /bin # path
        HOME: "/root"
      # the end

      """
    ),
    (
      "app.toml",
      """
      # head

      # the name
      name = 'app'   # quoted
      retries = 3
      unknown_top = { a = [1, 2] }

      ratio = 0.40   # as written
      isEnabled = true
      # a note
      note = "keep"  # beside

      [server]       # the server
      host = "localhost"
      # unknown here
      mystery = [
        "one", # 1
        "two", # 2
      ]
      maxPorts = 10   # ports
      tags = ["a", "b",  "c"]

      # first rule
      [[rules]] # one
      id = "r1"
      action = "allow"
      own = "x" # unknown in r1

      [[rules]]
      id = "r2"
      action = "deny"
      limit = 5
      own = "y"

      # third rule
      [[rules]]
      id = "r3"
      action = "log"
      limit = 7
      own = { deep = true }

      [env]
      PATH = "/bin" # path
      HOME = "/root"
      # the end

      """
    ),
    (
      "app.json5",
      """
      // head

      {
        // the name
        "name": 'app', // quoted
        retries: 0x3,
        unknown_top: {a: [1, 2], b: null},

        ratio: .40, // as written
        isEnabled: true,
        /* a note */
        note: "keep", // beside
        server: { // the server
          host: "localhost",
          // unknown here
          mystery: [
            "one", // 1
            "two", // 2
          ],
          maxPorts: 10, // ports
          tags: ["a", "b",  "c"],
        },
        rules: [
          // first rule
          {id: "r1", action: "allow", own: "x"}, // one
          {id: "r2", action: "deny", limit: 5, own: "y"}, // two
          // third rule
          {
            id: "r3",
            action: "log",
            limit: 7,
            own: {deep: true}
          }
        ],
        env: {
          PATH: "/bin", // path
          HOME: "/root"
        }
        // the end
      }

      """
    ),
    (
      "app.plist",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!-- head -->
      <plist version="1.0">
      <dict>
      \t<!-- the name -->
      \t<key>name</key> <string>app</string> <!-- quoted -->
      \t<key>retries</key>
      \t<integer>3</integer>
      \t<key>unknown_top</key>
      \t<dict><key>a</key><array><integer>1</integer></array></dict>

      \t<key>ratio</key>
      \t<real>0.40</real> <!-- as written -->
      \t<key>isEnabled</key>
      \t<true/>
      \t<!-- a note -->
      \t<key>note</key>
      \t<string>keep</string> <!-- beside -->
      \t<key>server</key>
      \t<dict> <!-- the server -->
      \t\t<key>host</key>
      \t\t<string>localhost</string>
      \t\t<!-- unknown here -->
      \t\t<key>mystery</key>
      \t\t<array><string>one</string><!-- 1 --><string>two</string></array>
      \t\t<key>maxPorts</key>
      \t\t<integer>10</integer>
      \t\t<key>tags</key>
      \t\t<array>
      \t\t\t<string>a</string>
      \t\t\t<string>b</string>
      \t\t\t<string>c</string>
      \t\t</array>
      \t</dict>
      \t<key>rules</key>
      \t<array>
      \t\t<!-- first rule -->
      \t\t<dict>
      \t\t\t<key>id</key>
      \t\t\t<string>r1</string>
      \t\t\t<key>action</key>
      \t\t\t<string>allow</string>
      \t\t\t<key>own</key>
      \t\t\t<string>x</string>
      \t\t</dict>
      \t\t<dict>
      \t\t\t<key>id</key>
      \t\t\t<string>r2</string>
      \t\t\t<key>action</key>
      \t\t\t<string>deny</string>
      \t\t\t<key>limit</key>
      \t\t\t<integer>5</integer>
      \t\t\t<key>own</key>
      \t\t\t<string>y</string>
      \t\t</dict>
      \t\t<!-- third rule -->
      \t\t<dict>
      \t\t\t<key>id</key>
      \t\t\t<string>r3</string>
      \t\t\t<key>action</key>
      \t\t\t<string>log</string>
      \t\t\t<key>limit</key>
      \t\t\t<integer>7</integer>
      \t\t\t<key>own</key>
      \t\t\t<dict><key>deep</key><true/></dict>
      \t\t</dict>
      \t</array>
      \t<key>env</key>
      \t<dict>
      \t\t<key>PATH</key>
      \t\t<string>/bin</string> <!-- path -->
      \t\t<key>HOME</key>
      \t\t<string>/root</string>
      \t</dict>
      \t<!-- the end -->
      </dict>
      </plist>

      """
    ),
    (
      "app.openstep",
      """
      // !$*UTF8*$!
      {
          /* the name */
          name = app; // quoted
          retries = 3;
          unknown_top = { a = (1, 2); };

          ratio = 0.40; // as written
          isEnabled = YES;
          /* a note */
          note = keep; // beside
          server = { // the server
              host = localhost;
              // unknown here
              mystery = (
                  one, // 1
                  two, // 2
              );
              maxPorts = 10; // ports
              tags = (a, b,  c);
          };
          rules = (
              // first rule
              { id = r1; action = allow; own = x; }, // one
              { id = r2; action = deny; limit = 5; own = y; }, // two
              // third rule
              {
                  id = r3;
                  action = log;
                  limit = 7;
                  own = { deep = yes; };
              },
          );
          env = {
              PATH = "/bin"; // path
              HOME = "/root";
          };
          // the end
      }

      """
    ),
  ]
}
