/// Documents in the manner of those that people keep under version control.
extension YAMLSample {
  static let clusters = [
    YAMLSample(
      "compose.yaml",
      #"""
      # Copyright 2024 The Example Authors
      # SPDX-License-Identifier: Apache-2.0

      version: "3.8"

      services:
        web:
          image: "nginx:1.25"   # pinned
          ports:
            - "80:80"
            - "443:443"
          environment:
            - NODE_ENV=production
            - GREETING=it's "fine"
          depends_on: [db, cache]
          healthcheck:
            test: ["CMD", "curl", "-f", "http://localhost"]
            interval: 1m30s
            timeout: 10s
            retries: 3
          # deploy:
          #   replicas: 2

        db:
          image: postgres:15
          volumes:
            - db-data:/var/lib/postgresql/data
          environment:
            POSTGRES_PASSWORD: ${DB_PASSWORD:?missing}

      volumes:
        db-data:
        cache-data: {}
      """#),
    YAMLSample(
      "compose-anchors.yml",
      #"""
      x-logging: &logging
        driver: json-file
        options: { max-size: "10m", max-file: "3" }

      x-env: &env
        TZ: Europe/Berlin
        LANG: C.UTF-8

      services:
        api:
          build:
            context: .
            args:
              - VERSION=1.0
          logging: *logging
          environment:
            <<: *env
            PORT: 8080
          command: >
            gunicorn app:app
            --bind 0.0.0.0:8080
            --workers 4
        worker:
          image: example/worker
          logging: *logging
          environment:
            <<: *env
          entrypoint: ["/bin/sh", "-c",
                       "exec worker"]
      """#),
    YAMLSample(
      "values.yaml",
      #"""
      # Default values for app.
      # This is a YAML-formatted file.

      replicaCount: 1

      image:
        repository: nginx
        pullPolicy: IfNotPresent
        # Overrides the image tag whose default is the chart appVersion.
        tag: ""

      imagePullSecrets: []
      nameOverride: ""

      podAnnotations: {}

      podSecurityContext: {}
        # fsGroup: 2000

      securityContext: {}
        # capabilities:
        #   drop:
        #   - ALL
        # runAsNonRoot: true

      service:
        type: ClusterIP
        port: 80

      ingress:
        enabled: false
        className: ""
        annotations: {}
          # kubernetes.io/ingress.class: nginx
          # kubernetes.io/tls-acme: "true"
        hosts:
          - host: chart-example.local
            paths:
              - path: /
                pathType: ImplementationSpecific
        tls: []
        #  - secretName: chart-example-tls
        #    hosts:
        #      - chart-example.local

      resources: {}
        # limits:
        #   cpu: 100m

      nodeSelector: {}

      tolerations: []
      """#),
    YAMLSample(
      "values-db.yaml",
      #"""
      ## @section Global parameters
      ## @param global.registry   Registry
      ##
      global:
        registry: ""
        ## e.g.
        ## imagePullSecrets:
        ##   - myRegistryKeySecretName
        ##
        imagePullSecrets: []
        storageClass: ""

      ## @param auth.password Password
      auth:
        password: "s3cr3t\tword"
        existingSecret:
        username: ~

      primary:
        ## Resources
        resources:
          limits: {}
          #   cpu: 250m
          requests:
            memory: 256Mi
            cpu: 250m
        extraFlags: ""
        configuration: |-
          [mysqld]
          default_authentication_plugin=caching_sha2_password
          max_allowed_packet=16M

          [client]
          port=3306
        livenessProbe: {enabled: true, initialDelaySeconds: 5}
      """#),
    YAMLSample(
      "deployment.yaml",
      #"""
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: my-app
        labels:
          app.kubernetes.io/name: my-app
          app.kubernetes.io/part-of: 'suite'
      spec:
        replicas: 3
        selector:
          matchLabels:
            app: my-app
        template:
          metadata:
            labels:
              app: my-app
          spec:
            containers:
            - name: app
              image: "example/app:1.2.3"
              args:
              - --port=8080
              - -v
              ports:
              - containerPort: 8080
                protocol: TCP
              resources:
                limits: {cpu: 500m, memory: 128Mi}
              volumeMounts:
              - name: config
                mountPath: /etc/app
                readOnly: true
            volumes:
            - name: config
              configMap:
                name: my-app
      ---
      apiVersion: v1
      kind: Service
      metadata:
        name: my-app
      spec:
        ports:
        - port: 80
          targetPort: 8080
        selector:
          app: my-app
      """#),
    YAMLSample(
      "configmap.yaml",
      #"""
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: scripts
        annotations:
          description: "A long description
            that continues on a second line"
      data:
        run.sh: |
          #!/bin/sh
          set -e
          for f in *; do
            echo "$f"
          done
        notes.txt: |+
          keeps its end

        app.properties: |
            indented=four
            more=yes
        summary: >
          This text is folded,
          over two lines.

          And has a second paragraph.
      ---

      # The second document.
      apiVersion: v1
      kind: Namespace
      metadata:
        name: tools
      """#),
    YAMLSample(
      "rbac.yaml",
      #"""
      # Roles for the controller.
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRole
      metadata:
        name: controller
      rules:
      - apiGroups: [""]
        resources: ["pods", "services"]
        verbs: ["get", "list", "watch"]
      - apiGroups:
        - apps
        resources:
        - deployments
        verbs:
        - '*'

      ---
      apiVersion: v1
      kind: ServiceAccount
      metadata:
        name: controller
        creationTimestamp: null
      """#),
    YAMLSample(
      "prometheus.yml",
      #"""
      global:
        scrape_interval:     15s # Set the scrape interval to every 15 seconds.
        evaluation_interval: 15s # Evaluate rules every 15 seconds.
        # scrape_timeout is set to the global default (10s).

      # Alertmanager configuration
      alerting:
        alertmanagers:
          - static_configs:
              - targets:
                # - alertmanager:9093

      # Load rules once.
      rule_files:
        # - "first_rules.yml"
        # - "second_rules.yml"

      scrape_configs:
        # The job name is added as a label.
        - job_name: "prometheus"

          # metrics_path defaults to '/metrics'
          # scheme defaults to 'http'.

          static_configs:
            - targets: ["localhost:9090"]
      """#),
    YAMLSample(
      "alerts.yaml",
      #"""
      groups:
      - name: example
        rules:

        - alert: HighLatency
          expr: |
            histogram_quantile(0.99, rate(latency_bucket[5m])) > 0.5
          for: 10m
          labels:
            severity: page
          annotations:
            summary: High request latency on {{ $labels.instance }}
            description: 'The latency of {{ $labels.job }} is
              {{ $value }}s.'

        - alert: InstanceDown
          expr: up == 0
          for: 5m

      #  - alert: Disabled
      #    expr: vector(1)
      """#),
    YAMLSample(
      "kustomization.yaml",
      #"""
      apiVersion: kustomize.config.k8s.io/v1beta1
      kind: Kustomization

      namespace: prod
      resources:
      - ../base
      - ingress.yaml

      commonLabels: {env: prod}

      images:
      - name: app
        newTag: "1.10"   # quoted: a float otherwise

      patches:
      - target:
          kind: Deployment
        patch: |-
          - op: replace
            path: /spec/replicas
            value: 5

      configMapGenerator:
      - name: env
        literals:
        - LOG_LEVEL=info
        - "URL=http://x?y=1&z=#frag"
      generatorOptions:
        disableNameSuffixHash: true
      """#),
  ]
}
