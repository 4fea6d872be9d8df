import { CopiedVersion, Thresholds, isTemplate } from '@app/definition';

/** What calibration knows of a judgment. */
export interface Judgment {
  judgment_id: string;
  name: string;
  scope: string;
  /** The number that stands with its answers. */
  active_version: number;
  /** Of a copy detached from a template: how versions are read. */
  copied: CopiedVersion | null;
  type: 'bool' | 'choice' | 'score';
  /** Of a choice, in order of definition. */
  options: string[] | null;
  /** Of a score, ascending. */
  levels: number[] | null;
  /** In force where it was asked for: a namespace's own, else the judgment's. */
  thresholds: Thresholds;
}

/** Which outcomes a read on a namespace or template prefix covers. */
export interface Place {
  organization: string;
  judgmentId: string;
  /** One namespace, or null for all under `under`. */
  namespace: string | null;
  /** What the namespaces of a template begin with. */
  under: string | null;
}

/** A template prefix pools its namespaces; a namespace is itself. */
export function placeOf(organization: string, judgmentId: string, namespace: string): Place {
  const template = isTemplate(namespace);
  return {
    organization,
    judgmentId,
    namespace: template ? null : namespace,
    under: template ? namespace.slice(0, -1) : null,
  };
}
