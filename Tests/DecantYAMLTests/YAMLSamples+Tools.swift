/// Documents in the manner of those that people keep under version control.
extension YAMLSample {
  static let tools = [
    YAMLSample(
      "cloudformation.yaml",
      #"""
      AWSTemplateFormatVersion: '2010-09-09'
      Description: >-
        A bucket and
        a queue.

      Parameters:
        Stage:
          Type: String
          Default: dev
          AllowedValues: [dev, prod]

      Resources:
        Bucket:
          Type: AWS::S3::Bucket
          Properties:
            BucketName: !Sub "${AWS::StackName}-bucket"
            Tags:
              - Key: Stage
                Value: !Ref Stage
        Queue:
          Type: AWS::SQS::Queue
          Condition: IsProd
          Properties:
            QueueName: !Join ['-', [!Ref Stage, queue]]
            Script:
              Fn::Base64: !Sub |
                #!/bin/bash
                echo ${Stage}

      Outputs:
        Arn:
          Value: !GetAtt Queue.Arn
      """#),
    YAMLSample(
      "travis.yml",
      #"""
      language: python
      dist: xenial
      cache: pip
      python:
        - "3.8"
        - "3.9"
        - 3.10   # a float!
      matrix:
        include:
          - python: "3.9"
            env: TOXENV=lint
          - {python: "3.8", env: TOXENV=docs}
      before_install:
        - sudo apt-get update -qq
      install: pip install -U tox codecov
      script: tox -- --cov
      after_success: codecov
      notifications:
        email: false
      branches:
        only:
        - master
        - /^v\d+\.\d+$/
      """#),
    YAMLSample(
      "gitlab-ci.yml",
      #"""
      stages: [build, test, deploy]

      variables:
        DOCKER_DRIVER: overlay2
        GIT_DEPTH: "5"

      .base: &base
        image: ruby:3.2
        before_script:
          - bundle config set path 'vendor/ruby'
          - bundle install -j $(nproc)

      build:
        <<: *base
        stage: build
        script:
          - bundle exec rake build
          - |
            if [ -n "$CI_TAG" ]; then
              echo tagged
            fi
        artifacts:
          paths:
            - pkg/
          expire_in: 1 week

      test:unit:
        <<: *base
        stage: test
        needs: ["build"]
        script: bundle exec rspec
        coverage: '/Coverage: \d+\.\d+%/'
        only:
          refs: [ master, merge_requests ]
        rules:
          - if: '$CI_PIPELINE_SOURCE == "push"'
            when: never
      """#),
    YAMLSample(
      "pubspec.yaml",
      #"""
      name: my_app
      description: A new Flutter project.
      publish_to: 'none' # Remove this line to publish

      version: 1.0.0+1

      environment:
        sdk: ">=2.12.0 <4.0.0"

      dependencies:
        flutter:
          sdk: flutter

        # The following adds the Cupertino Icons font.
        cupertino_icons: ^1.0.2

      dev_dependencies:
        flutter_test:
          sdk: flutter

      flutter:

        # The following line ensures that the Material Icons font is included.
        uses-material-design: true

        # To add assets, add an assets section, like this:
        # assets:
        #   - images/a_dot_burr.jpeg
      """#),
    YAMLSample(
      "swiftlint.yml",
      #"""
      disabled_rules: # rule identifiers to exclude
        - colon
        - comma
      opt_in_rules:
        - empty_count

      included: # paths to include
        - Sources
      excluded:
        - Carthage
        - Pods

      line_length:
          warning: 120
          error: 200
      type_body_length:
        - 300 # warning
        - 400 # error
      identifier_name:
        min_length: # only min_length
          error: 4
        excluded: # excluded via string array
          - id
          - URL
      reporter: "xcode" # reporter type (xcode, json, csv)
      """#),
    YAMLSample(
      "i18n-crlf.yml", lineEnd: "\r\n",
      #"""
      en:
        hello: "Hello"
        bye: 'Good bye'
        # plural forms
        items:
          one: "%{count} item"
          other: "%{count} items"
        terms: |
          First line.
          Second line.
        long: >
          folded
          text
        list:
        - a
        - b
      """#),
    YAMLSample(
      "eslintrc.yaml", endsWithLine: false,
      #"""
      root: true
      env: {browser: true, es2021: true}
      extends:
        - eslint:recommended
        - plugin:vue/vue3-recommended
      rules:
        quotes: [error, single, {avoidEscape: true}]
        semi: [2, always]
        indent:
          - error
          - 2
          - SwitchCase: 1
        no-console: off
      """#),
    YAMLSample(
      "conda.yaml",
      #"""
      name: env
      channels:
        - conda-forge
        - defaults
      dependencies:
        - python=3.10
        - numpy>=1.21,<2
        - pip
        - pip:
          - requests
          - -e .
      variables:
        PATH_EXTRA: "C:\\tools\\bin"
        EMPTY: ''
        NULLS: [null, ~, Null]
        BOOLS: [yes, No, TRUE, off]
        NUMS: [1_000, 0x1F, 0o17, 1e3, .5, -0.0, .inf, .NaN]
      """#),
    YAMLSample(
      "circleci.yml",
      #"""
      version: 2.1

      orbs:
        node: circleci/node@5.1

      executors:
        default:
          docker:
            - image: cimg/node:18.17
          working_directory: ~/repo

      commands:
        setup:
          parameters:
            key: {type: string, default: "v1"}
          steps:
            - checkout
            - restore_cache:
                keys:
                  - v1-deps-{{ checksum "package.json" }}
                  # fallback to the latest cache
                  - v1-deps-

      jobs:
        test:
          executor: default
          steps:
            - setup:
                key: v2
            - run: { name: Lint, command: npm run lint }
            - run:
                name: Test
                command: |
                  npm test -- \
                    --coverage
                no_output_timeout: 10m

      workflows:
        version: 2
        main:
          jobs: [test]
      """#),
  ]
}
