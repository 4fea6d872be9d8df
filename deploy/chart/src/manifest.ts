import { parseAllDocuments } from 'yaml';

/** A manifest of Kubernetes as Helm rendered it; only the members that the reviewers' list reads. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  spec?: Spec;
  data?: Readonly<Record<string, string>>;
}

export interface Spec {
  replicas?: number;
  minReplicas?: number;
  maxReplicas?: number;
  minReplicaCount?: number;
  triggers?: readonly { type: string; metadata: Record<string, string> }[];
  activeDeadlineSeconds?: number;
  template?: { metadata: { labels?: Record<string, string>; annotations?: Record<string, string> }; spec: PodSpec };
  selector?: { matchLabels?: Record<string, string> };
  podSelector?: { matchLabels?: Record<string, string> };
  egress?: readonly { ports?: readonly { port?: number | string }[] }[];
}

export interface PodSpec {
  automountServiceAccountToken?: boolean;
  securityContext?: Record<string, unknown>;
  topologySpreadConstraints?: readonly { topologyKey: string }[];
  terminationGracePeriodSeconds?: number;
  priorityClassName?: string;
  containers: readonly Container[];
  volumes?: readonly { name: string }[];
}

export interface Container {
  name: string;
  securityContext?: Record<string, unknown>;
  resources?: { requests?: unknown; limits?: { memory?: string } };
  livenessProbe?: { httpGet?: { path: string } };
  readinessProbe?: unknown;
  env?: readonly { name: string; value?: string; valueFrom?: unknown }[];
}

/** The manifests of Helm's output, in its order. */
export function manifestsOf(yaml: string): Manifest[] {
  return parseAllDocuments(yaml)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}

/** The manifests that have a pod, each with it. */
export function podsOf(manifests: readonly Manifest[]): { manifest: Manifest; pod: PodSpec }[] {
  return manifests.flatMap((manifest) =>
    manifest.spec?.template ? [{ manifest, pod: manifest.spec.template.spec }] : [],
  );
}

/** Kinds whose types come with operators, not with Kubernetes. */
const foreignGroups = ['monitoring.coreos.com', 'gateway.networking.k8s.io', 'keda.sh'];

/**
 * A TypeScript file in which each manifest is a literal of its kind's type, so that the compiler finds members that
 * Kubernetes does not know.
 */
export function typedSource(manifests: readonly Manifest[]): string {
  const typed = manifests.filter(({ apiVersion }) => !foreignGroups.some((group) => apiVersion.startsWith(group)));
  return typed
    .map((manifest, index) => {
      const { apiVersion, kind } = manifest;
      const path = JSON.stringify(`kubernetes-models/${apiVersion}/${kind}`);
      return `import type { I${kind} as I${index} } from ${path};\nexport const m${index}: I${index} = ${JSON.stringify(manifest, null, 1)};`;
    })
    .join('\n');
}
