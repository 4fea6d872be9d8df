import { cloudValues } from './cloud-values';
import { extraValues } from './extra-values';
import { type Unusual, deployment, inPods, ofPods } from './unusual';

/** By what is out of the common: the values, and what the chart makes of them. */
export const unusualValues: Readonly<Record<string, Unusual>> = {
  ...cloudValues,
  ...extraValues,
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
