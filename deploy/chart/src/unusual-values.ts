/** Values as an operator of one of the usual clouds or companies sets them, and what the chart makes of them. */
export interface Unusual {
  /** An example on which they stand; none: the defaults. */
  on?: 'production' | 'postgres-per-service';
  values: object;
  /** By kind and name of a manifest and a JSON pointer into it. */
  shows: Readonly<Record<string, unknown>>;
}

/** A container that the reviewers' list accepts. */
const proxy = {
  name: 'proxy',
  image: 'registry.example.com/proxy:1',
  resources: { limits: { memory: '64Mi' } },
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  },
};
const own = { postgres: { host: 'db.example.com', bundled: { enabled: false } } };
const csi = { name: 'store', csi: { driver: 'secrets-store.csi.k8s.io', readOnly: true } };
const deployment = (service: string, pointer: string) => `Deployment judgments-judgment-${service}${pointer}`;
const ofPods = '/spec/template/metadata';
const inPods = '/spec/template/spec';

export const unusualValues: Readonly<Record<string, Unusual>> = {
  'a network load balancer of AWS': {
    values: {
      service: {
        type: 'LoadBalancer',
        annotations: { 'service.beta.kubernetes.io/aws-load-balancer-type': 'external' },
        loadBalancerClass: 'service.k8s.aws/nlb',
        loadBalancerSourceRanges: ['10.0.0.0/8'],
        externalTrafficPolicy: 'Local',
      },
    },
    shows: {
      'Service judgments-judgment/spec/type': 'LoadBalancer',
      'Service judgments-judgment/spec/loadBalancerClass': 'service.k8s.aws/nlb',
      'Service judgments-judgment/spec/externalTrafficPolicy': 'Local',
      'Service judgments-judgment/metadata/annotations/service.beta.kubernetes.io~1aws-load-balancer-type': 'external',
    },
  },
  'a port of every node': {
    values: { service: { type: 'NodePort', nodePort: 30080 } },
    shows: { 'Service judgments-judgment/spec/ports/0/nodePort': 30080 },
  },
  'an ingress of GKE with its health check': {
    on: 'production',
    values: {
      service: {
        annotations: { 'cloud.google.com/neg': '{"ingress": true}', 'cloud.google.com/backend-config': '{}' },
      },
      ingress: { className: 'gce' },
    },
    shows: { 'Service judgments-judgment/metadata/annotations/cloud.google.com~1neg': '{"ingress": true}' },
  },
  'an internal load balancer of Azure': {
    values: {
      service: {
        type: 'LoadBalancer',
        annotations: { 'service.beta.kubernetes.io/azure-load-balancer-internal': 'true' },
      },
    },
    shows: {
      'Service judgments-judgment/metadata/annotations/service.beta.kubernetes.io~1azure-load-balancer-internal':
        'true',
    },
  },
  'workload identity of Azure': {
    values: {
      ...own,
      podLabels: { 'azure.workload.identity/use': 'true' },
      serviceAccount: { annotations: { 'azure.workload.identity/client-id': 'x' } },
    },
    shows: {
      [deployment('gateway', `${ofPods}/labels/azure.workload.identity~1use`)]: 'true',
      [`Job judgments-judgment-setup${ofPods}/labels/azure.workload.identity~1use`]: 'true',
      'ServiceAccount judgments-judgment-setup/metadata/annotations/azure.workload.identity~1client-id': 'x',
      'ServiceAccount judgments-judgment/metadata/annotations/azure.workload.identity~1client-id': 'x',
    },
  },
  'a role of AWS for the service account': {
    values: { serviceAccount: { annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/judgment' } } },
    shows: {
      'ServiceAccount judgments-judgment/metadata/annotations/eks.amazonaws.com~1role-arn':
        'arn:aws:iam::1:role/judgment',
      // With the bundled Postgres set-up is no hook and uses the account of the services.
      [`Job judgments-judgment-setup-1${inPods}/serviceAccountName`]: 'judgments-judgment',
    },
  },
  'a mesh, which set-up keeps out': {
    values: {
      ...own,
      podLabels: { 'sidecar.istio.io/inject': 'true' },
      setup: {
        podLabels: { 'sidecar.istio.io/inject': 'false' },
        podAnnotations: { 'linkerd.io/inject': 'disabled' },
      },
    },
    shows: {
      [deployment('judgments', `${ofPods}/labels/sidecar.istio.io~1inject`)]: 'true',
      [`Job judgments-judgment-setup${ofPods}/labels/sidecar.istio.io~1inject`]: 'false',
      [`Job judgments-judgment-setup${ofPods}/annotations/linkerd.io~1inject`]: 'disabled',
    },
  },
  'labels by which costs are told, of all and of one service': {
    values: {
      podLabels: { team: 'search', 'cost-center': '12' },
      services: { documents: { podLabels: { team: 'storage' }, podAnnotations: { 'example.com/owner': 'storage' } } },
    },
    shows: {
      [deployment('gateway', `${ofPods}/labels/team`)]: 'search',
      [deployment('documents', `${ofPods}/labels/team`)]: 'storage',
      [deployment('documents', `${ofPods}/labels/cost-center`)]: '12',
      [deployment('documents', `${ofPods}/annotations/example.com~1owner`)]: 'storage',
      [`StatefulSet judgments-judgment-postgres${ofPods}/labels/team`]: 'search',
    },
  },
  'Secrets Store CSI': {
    values: {
      ...own,
      extraVolumes: [csi],
      extraVolumeMounts: [{ name: 'store', mountPath: '/mnt/store', readOnly: true }],
      setup: { extraVolumes: [csi], extraVolumeMounts: [{ name: 'store', mountPath: '/mnt/store' }] },
    },
    shows: {
      [deployment('billing', `${inPods}/volumes`)]: [csi],
      [deployment('billing', `${inPods}/containers/0/volumeMounts/0/mountPath`)]: '/mnt/store',
      [`Job judgments-judgment-setup${inPods}/volumes`]: [csi],
    },
  },
  'the proxy of Cloud SQL, beside services and set-up': {
    values: {
      postgres: { host: '127.0.0.1', bundled: { enabled: false } },
      networkPolicy: { enabled: true, extraEgress: [{ ports: [{ port: 3307, protocol: 'TCP' }] }] },
      extraContainers: [proxy],
      setup: { extraInitContainers: [{ ...proxy, restartPolicy: 'Always' }] },
    },
    shows: {
      [deployment('documents', `${inPods}/containers/1/name`)]: 'proxy',
      [`Job judgments-judgment-setup${inPods}/initContainers/0/restartPolicy`]: 'Always',
      'NetworkPolicy judgments-judgment-documents/spec/egress/2/ports/0/port': 3307,
      'NetworkPolicy judgments-judgment-setup/spec/egress/2/ports/0/port': 3307,
    },
  },
  'an agent of Vault that writes a file before the service starts': {
    values: {
      extraInitContainers: [proxy],
      extraVolumes: [{ name: 'vault', emptyDir: { medium: 'Memory' } }],
      extraVolumeMounts: [{ name: 'vault', mountPath: '/vault/secrets' }],
      podAnnotations: { 'vault.hashicorp.com/agent-inject': 'true' },
    },
    shows: {
      [deployment('webhooks', `${inPods}/initContainers/0/name`)]: 'proxy',
      [deployment('webhooks', `${ofPods}/annotations/vault.hashicorp.com~1agent-inject`)]: 'true',
    },
  },
  'a shipper of logs beside one service': {
    values: { services: { gateway: { extraContainers: [{ ...proxy, name: 'logs' }] } } },
    shows: {
      [deployment('gateway', `${inPods}/containers/1/name`)]: 'logs',
      [deployment('documents', `${inPods}/containers/1`)]: undefined,
    },
  },
  'objects of the company': {
    values: {
      extraObjects: [
        {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: {
            name: '{{ include "judgment.name" . }}-notes',
            labels: {
              'app.kubernetes.io/instance': '{{ .Release.Name }}',
              'app.kubernetes.io/part-of': 'judgment-service',
              'helm.sh/chart': 'judgment-service-0.0.0',
            },
          },
          data: { address: 'http://{{ include "judgment.name" . }}.{{ .Release.Namespace }}' },
        },
        [
          'apiVersion: v1',
          'kind: ConfigMap',
          'metadata:',
          '  name: text',
          '  labels: {{- include "judgment.labels" . | nindent 4 }}',
        ].join('\n'),
      ],
    },
    shows: {
      'ConfigMap judgments-judgment-notes/data/address': 'http://judgments-judgment.default',
      'ConfigMap text/metadata/labels/app.kubernetes.io~1instance': 'judgments',
    },
  },
  'a name of its own': {
    values: { fullnameOverride: 'verdicts' },
    shows: {
      'Service verdicts/spec/selector/app.kubernetes.io~1component': 'gateway',
      'StatefulSet verdicts-postgres/spec/serviceName': 'verdicts-postgres',
      'ServiceAccount verdicts/automountServiceAccountToken': false,
    },
  },
  'the bundled Postgres behind another port, closed': {
    values: { postgres: { port: 5433 }, networkPolicy: { enabled: true } },
    shows: {
      'Service judgments-judgment-postgres/spec/ports/0/port': 5433,
      // A policy sees the pod's port, not the Service's.
      'NetworkPolicy judgments-judgment-documents/spec/egress/1/ports/0/port': 5432,
      'NetworkPolicy judgments-judgment-setup/spec/egress/1/ports/0/port': 5432,
    },
  },
  'a cluster of NATS on several ports, closed': {
    values: {
      nats: { url: 'nats://a.example.com:4222,nats://b.example.com:4223,c.example.com', bundled: { enabled: false } },
      networkPolicy: { enabled: true },
    },
    shows: {
      'NetworkPolicy judgments-judgment-billing/spec/egress/1/ports': [5432, 4222, 4223].map((port) => ({
        port,
        protocol: 'TCP',
      })),
    },
  },
  'a shared NATS with tokens and a public certificate': {
    values: {
      nats: { url: 'tls://connect.ngs.global', tls: true, credentials: 'judgment-nats', bundled: { enabled: false } },
    },
    shows: {
      [deployment('billing', `${inPods}/containers/0/env/4`)]: { name: 'NATS_URL', value: 'tls://connect.ngs.global' },
      [deployment('billing', `${inPods}/containers/0/env/5`)]: {
        name: 'NATS_CREDENTIALS_FILE',
        value: '/etc/judgment/nats/user.creds',
      },
      [deployment('billing', `${inPods}/containers/0/volumeMounts/0/mountPath`)]: '/etc/judgment/nats',
      // A service sees its own user alone.
      [deployment('billing', `${inPods}/volumes`)]: [
        {
          name: 'nats-credentials',
          secret: { secretName: 'judgment-nats', items: [{ key: 'billing', path: 'user.creds' }] },
        },
      ],
      [`Job judgments-judgment-setup-1${inPods}/volumes`]: undefined,
    },
  },
  'a namespace that denies everything, before the first install': {
    on: 'postgres-per-service',
    values: { networkPolicy: { enabled: true } },
    shows: {
      'NetworkPolicy judgments-judgment-setup/metadata/annotations/helm.sh~1hook': 'pre-install,pre-upgrade',
      'NetworkPolicy judgments-judgment-setup/metadata/annotations/helm.sh~1hook-weight': '-10',
      'NetworkPolicy judgments-judgment-setup/spec/egress/1/ports': [5432, 5433].map((port) => ({
        port,
        protocol: 'TCP',
      })),
    },
  },
  'set-up with its own size, class, account and end': {
    on: 'production',
    values: {
      setup: {
        resources: { requests: { cpu: '1' }, limits: { memory: '1Gi' } },
        priorityClassName: 'high',
        serviceAccountName: 'migrator',
        backoffLimit: 2,
        ttlSecondsAfterFinished: 600,
        deadlineSeconds: 14400,
      },
    },
    shows: {
      'Job judgments-judgment-setup/spec/backoffLimit': 2,
      'Job judgments-judgment-setup/spec/ttlSecondsAfterFinished': 600,
      'Job judgments-judgment-setup/spec/activeDeadlineSeconds': 14400,
      [`Job judgments-judgment-setup${inPods}/serviceAccountName`]: 'migrator',
      [`Job judgments-judgment-setup${inPods}/priorityClassName`]: 'high',
      [`Job judgments-judgment-setup${inPods}/containers/0/resources/limits/memory`]: '1Gi',
      'ServiceAccount judgments-judgment-setup': undefined,
    },
  },
  'a collector behind TLS, closed': {
    values: { otel: { endpoint: 'https://collector.example.com' }, networkPolicy: { enabled: true } },
    shows: {
      'NetworkPolicy judgments-judgment-events-feed/spec/egress/1/ports/2/port': 443,
    },
  },
  'mail, proxies before the gateway, and two ways in': {
    on: 'production',
    values: {
      secrets: { mail: 'company-mail' },
      trustedProxies: ['10.0.0.0/8', '2001:db8::/32'],
      gatewayApi: { enabled: true, parentRefs: [{ name: 'public', namespace: 'edge' }] },
      services: { gateway: { env: { MAIL_FROM: 'Judgments <no-reply@example.com>' } } },
    },
    shows: {
      'HTTPRoute judgments-judgment/spec/parentRefs/0/namespace': 'edge',
      'Ingress judgments-judgment/spec/rules/0/host': 'judgments.example.com',
    },
  },
  'calibration that computes on four cores': {
    values: { services: { calibration: { env: { COMPUTE_THREADS: '4' } } } },
    shows: { [deployment('calibration', `${inPods}/containers/0/resources/limits/memory`)]: '4608Mi' },
  },
  'a cell among many, watched': {
    on: 'production',
    values: {
      cell: 'eu-1',
      alerts: { enabled: true },
      dashboards: { enabled: true },
      podMonitor: { enabled: true },
    },
    shows: { [deployment('gateway', `${ofPods}/labels/cell`)]: 'eu-1' },
  },
};
