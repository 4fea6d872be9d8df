import type { Json, JudgmentType } from '../definition/definition';
import type { Freshness, Policy } from '../freshness/freshness';
import type { Thresholds } from '../threshold/threshold';
import type { CopiedVersion } from './copied-version';

/** What documents knows of a judgment: everything a read, a write and a query need, and never the question. */
export interface JudgmentSnapshot {
  /** `jdg_...`; stays when the judgment gets a new version. */
  judgmentId: string;
  organization: string;
  /** A namespace name, or a template prefix ending in `/*`. */
  scope: string;
  name: string;
  /** Grows with every change of the judgment; copies are applied by it. */
  revision: number;
  /** The number that stands with its answers. */
  activeVersion: number;
  /** Of a copy that a namespace detached from a template; left out on every other judgment. */
  copied?: CopiedVersion | null;
  type: JudgmentType;
  policy: Policy;
  debounceMs: number;
  maxWaitMs: number;
  /** Milliseconds between judgings under policy `interval`, else null. */
  intervalMs: number | null;
  /** The filter as it was sent; null when the judgment applies to every document. */
  appliesTo: { [key: string]: Json } | null;
  /** Normalised paths whose change touches the judgment. */
  readPaths: string[];
  thresholds: Thresholds;
  /** Values of a score's levels, ascending; empty on other types. */
  levels: number[];
  /** Values of a choice's options; empty on other types. */
  options: string[];
  renderFormat: number;
  archived: boolean;
}

/** What a namespace changes of a judgment that it inherits. A null member is not overridden. */
export interface SnapshotOverride {
  judgmentId: string;
  /** The namespace. */
  scope: string;
  revision: number;
  /** The namespace's own copy of the whole map. */
  thresholds: Thresholds | null;
  freshness: Freshness | null;
}

/** A column as it is in force in one namespace. */
export type EffectiveSnapshot<C extends JudgmentSnapshot = JudgmentSnapshot> = C & InNamespace;

interface InNamespace {
  /** The template prefix that it is inherited from, or null for the namespace's own. */
  template: string | null;
  /** Which settings the namespace overrides. */
  overrides: ('thresholds' | 'freshness')[];
  /** Whether `thresholds` is the namespace's own map. */
  thresholdsOverridden: boolean;
}
