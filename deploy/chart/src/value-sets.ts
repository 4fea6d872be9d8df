import { set } from './render';
import type { Unusual } from './unusual';
import { unusualValues } from './unusual-values';

const scheduling = [
  'priorityClassName=critical',
  'nodeSelector.disk=ssd',
  'tolerations[0].key=dedicated',
  'tolerations[0].operator=Exists',
  'services.documents.nodeSelector.disk=nvme',
];
const autoscaling = [
  'services.judgments.autoscaling.minReplicas=2',
  'services.judgments.autoscaling.maxReplicas=8',
  'services.judgments.autoscaling.targetCpuPercent=70',
  'services.webhooks.autoscaling.minReplicas=1',
  'services.webhooks.autoscaling.maxReplicas=4',
  'services.webhooks.autoscaling.targetCpuPercent=60',
];
const policies = [
  'networkPolicy.enabled=true',
  'networkPolicy.metricsFrom[0].matchLabels.kubernetes\\.io/metadata\\.name=monitoring',
  'podMonitor.enabled=true',
  'podMonitor.labels.release=prometheus',
  'alerts.enabled=true',
  'alerts.labels.release=prometheus',
  'dashboards.enabled=true',
];
const gatewayApi = [
  'gatewayApi.enabled=true',
  'gatewayApi.parentRefs[0].name=public',
  'gatewayApi.hostnames[0]=judge.example.com',
];
const pulls = ['imagePullSecrets[0].name=registry', 'serviceAccount.create=false', 'serviceAccount.name=own'];

const example = (name: string) => ['-f', `helm/examples/${name}.yaml`];

/** Values as arguments of `helm`, on an example. A list stands whole; a key's dots are no path. */
export function argumentsOf({ on, values }: Pick<Unusual, 'on' | 'values'>): string[] {
  return [...(on ? example(on) : []), ...flagsOf(values, [])];
}

function flagsOf(value: unknown, path: readonly string[]): string[] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.entries(value).flatMap(([key, one]) => flagsOf(one, [...path, key.replaceAll('.', '\\.')]));
  }
  return ['--set-json', `${path.join('.')}=${JSON.stringify(value)}`];
}

/** Values under which the chart must fit Kubernetes' types and the reviewers' list, as arguments of `helm`. */
export const valueSets: Readonly<Record<string, readonly string[]>> = {
  defaults: [],
  'try-out': example('try-out'),
  production: example('production'),
  'hosted-engine': example('hosted-engine'),
  'postgres-per-service': [...example('postgres-per-service'), ...set('networkPolicy.enabled=true')],
  scheduling: [...example('production'), ...set(...scheduling)],
  autoscaling: [...example('production'), ...set(...autoscaling)],
  keda: [...example('production'), ...set(...autoscaling, 'keda.enabled=true')],
  policies: [...example('production'), ...set(...policies)],
  'bundled, closed': [...set(...policies), ...set(...gatewayApi), ...set(...pulls)],
  ...Object.fromEntries(Object.entries(unusualValues).map(([name, one]) => [name, argumentsOf(one)])),
};
