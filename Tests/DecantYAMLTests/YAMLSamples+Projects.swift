/// Documents in the manner of those that people keep under version control.
extension YAMLSample {
  static let projects = [
    YAMLSample(
      "workflow-ci.yml",
      #"""
      name: CI
      on:
        push:
          branches: [ main ]
        pull_request:
          branches: [ main, 'release/**' ]
        workflow_dispatch:

      env:
        CARGO_TERM_COLOR: always

      jobs:
        build:
          runs-on: ${{ matrix.os }}
          strategy:
            fail-fast: false
            matrix:
              os: [ubuntu-latest, macos-latest, windows-latest]
              include:
              - os: ubuntu-latest
                target: x86_64-unknown-linux-gnu
              - os: macos-latest
                target: aarch64-apple-darwin

          steps:
          - uses: actions/checkout@v4
            with:
              fetch-depth: 0 # all history

          - name: Test
            run: |
              cargo build --verbose
              cargo test --verbose

              echo "done"
          - name: Upload
            if: github.event_name == 'push' && success()
            uses: actions/upload-artifact@v4
      """#),
    YAMLSample(
      "workflow-release.yml",
      #"""
      # This workflow publishes releases.
      name: "Release"

      on:
        push:
          tags:
            - 'v*.*.*'

      permissions:
        contents: write  # for the release
        packages: write  # for the image

      concurrency:
        group: ${{ github.workflow }}-${{ github.ref }}
        cancel-in-progress: true

      jobs:
        release:
          name: Release (${{ matrix.arch }})
          runs-on: ubuntu-22.04
          timeout-minutes: 30
          strategy:
            matrix:
              arch:
                [
                  amd64,
                  arm64,
                ]
          steps:
            - uses: actions/checkout@v4

            # Set up the builder.
            - uses: docker/setup-buildx-action@v3
              # with:
              #   driver: docker

            - name: Build
              run: >-
                docker buildx build
                --platform linux/${{ matrix.arch }}
                --tag "example/app:${GITHUB_REF_NAME}"
                .
              env:
                TOKEN: ${{ secrets.GITHUB_TOKEN }}
      """#),
    YAMLSample(
      "playbook.yml",
      #"""
      ---
      - name: Install web server
        hosts: webservers
        become: true
        vars:
          http_port: 80
          packages: [ nginx, curl ]
          mode: 0644

        tasks:
          - name: Install packages
            ansible.builtin.apt:
              name: "{{ item }}"
              state: present
              update_cache: yes
            loop: "{{ packages }}"

          - name: Template config
            template: src=nginx.conf.j2 dest=/etc/nginx/nginx.conf mode=0644
            notify:
              - restart nginx
            when: ansible_os_family == "Debian" and
                  http_port is defined

          # - name: Disabled
          #   command: /bin/true

          - name: Shell
            shell: |
              echo "one" &&
                echo "two"
            args:
              executable: /bin/bash
            changed_when: False

        handlers:
          - name: restart nginx
            service: name=nginx state=restarted
      """#),
    YAMLSample(
      "role-defaults.yml",
      #"""
      ---
      # defaults file for role

      app_user:   deploy
      app_group:  deploy
      app_home:   "/srv/{{ app_user }}"

      app_ports:
          - 80
          - 443

      app_env:
          RAILS_ENV: production
          SECRET: 'it''s a secret'
          UNICODE: "caf\u00e9"
      """#),
    YAMLSample(
      "openapi.yaml",
      #"""
      openapi: 3.0.3
      info:
        title: Pet store
        description: |-
          A sample API.

          It has *markdown*.
        version: 1.0.0
      servers:
        - url: https://api.example.com/v1
      paths:
        /pets:
          get:
            summary: List all pets
            operationId: listPets
            tags: [pets]
            parameters:
              - name: limit
                in: query
                description: How many items to return at one time
                  (max 100)
                required: false
                schema: {type: integer, format: int32}
            responses:
              '200':
                description: A paged array of pets
                content:
                  application/json:
                    schema:
                      $ref: "#/components/schemas/Pets"
              default:
                description: unexpected error
      components:
        schemas:
          Pet:
            type: object
            required:
              - id
              - name
            properties:
              id: { type: integer, format: int64 }
              name: { type: string, pattern: '^[a-z]+$' }
          Pets:
            type: array
            items:
              $ref: "#/components/schemas/Pet"
      """#),
    YAMLSample(
      "mkdocs.yml",
      #"""
      site_name: My Docs
      site_url: https://example.com/docs/
      repo_url: https://github.com/example/docs

      theme:
        name: material
        features:
          - navigation.tabs
          - search.suggest
        palette:
          # Light mode
          - media: "(prefers-color-scheme: light)"
            scheme: default
            toggle:
              icon: material/brightness-7
              name: Switch to dark mode

          # Dark mode
          - media: "(prefers-color-scheme: dark)"
            scheme: slate

      nav:
        - Home: index.md
        - Guide:
            - Getting started: guide/start.md
            - Advanced: guide/advanced.md
        - About: about.md

      markdown_extensions:
        - admonition
        - toc:
            permalink: true
        - pymdownx.emoji:
            emoji_index: !!python/name:material.extensions.emoji.twemoji
            emoji_generator: !!python/name:material.extensions.emoji.to_svg

      extra_css: [css/extra.css]
      """#),
    YAMLSample(
      "pre-commit-config.yaml",
      #"""
      # See https://pre-commit.com for more information
      default_language_version:
          python: python3.11
      repos:
      -   repo: https://github.com/pre-commit/pre-commit-hooks
          rev: v4.5.0
          hooks:
          -   id: trailing-whitespace
              exclude: ^tests/data/
          -   id: end-of-file-fixer
          -   id: check-yaml
              args: [--allow-multiple-documents]
      -   repo: https://github.com/psf/black
          rev: 23.12.1
          hooks:
          -   id: black
              language_version: python3
              additional_dependencies: ['click==8.0.4']
      -   repo: local
          hooks:
          -   id: pylint
              name: pylint
              entry: pylint
              language: system
              types: [python]
              args:
                [
                  "-rn", # only messages
                  "-sn", # no score
                ]
      """#),
    YAMLSample(
      "dependabot.yml",
      #"""
      version: 2
      updates:

        # Maintain dependencies for GitHub Actions
        - package-ecosystem: "github-actions"
          directory: "/"
          schedule:
            interval: "weekly"

        # Maintain dependencies for npm
        - package-ecosystem: "npm"
          directory: "/"
          schedule:
            interval: "daily"
            time: "05:00"
          ignore:
            - dependency-name: "express"
              # For Express, ignore all updates for version 4 and 5
              versions: ["4.x", "5.x"]
          open-pull-requests-limit: 10
          labels:
            - "npm"
            - "dependencies"
      """#),
  ]
}
