import { type Unusual, deployment, inPods, ofPods, ownPostgres } from './unusual';

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
const csi = { name: 'store', csi: { driver: 'secrets-store.csi.k8s.io', readOnly: true } };

/** Containers, volumes and objects of the operator's own, beside those of the chart. */
export const extraValues: Readonly<Record<string, Unusual>> = {
  'Secrets Store CSI': {
    values: {
      ...ownPostgres,
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
};
