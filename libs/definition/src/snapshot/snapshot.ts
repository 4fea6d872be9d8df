import type { JudgmentType } from '../definition/definition';
import type { Freshness, Policy } from '../freshness/freshness';
import type { Json } from '../reading/value';
import type { OwnFanout } from '../relation/edge';
import type { Thresholds } from '../threshold/threshold';
import type { CopiedVersion } from './copied-version';

/** The copy of a judgment: what a read, a write and a query need of it, without the question. */
export interface JudgmentSnapshot {
  /** `jdg_...`; all versions share it. */
  judgmentId: string;
  organization: string;
  /** A namespace name, or a template prefix ending in `/*`. */
  scope: string;
  name: string;
  /** Grows with every change of the judgment; a copy takes only a greater revision. */
  revision: number;
  /** The version number that answers store. */
  activeVersion: number;
  /** Set only for a copy that a namespace detached from a template. */
  copied?: CopiedVersion | null;
  type: JudgmentType;
  policy: Policy;
  debounceMs: number;
  maxWaitMs: number;
  /** Milliseconds between judgings with policy `interval`, otherwise null. */
  intervalMs: number | null;
  /** The filter as the client sent it; null when the judgment applies to every document. */
  appliesTo: { [key: string]: Json } | null;
  /** Normalised paths whose change invalidates an answer. */
  readPaths: string[];
  thresholds: Thresholds;
  /** Values of a score's levels, ascending; empty for other types. */
  levels: number[];
  /** Values of a choice's options; empty for other types. */
  options: string[];
  /** The options of a choice are related documents, so answers may name any id. */
  anyOption?: boolean;
  /** Names of the features of the active version; empty for a definition without. */
  features: string[];
  /** Names of the parts of the active version, in order; empty for a judgment that is not composite. */
  parts: string[];
  renderFormat: number;
  /** The fan-out settings that the judgment sets itself. */
  fanout?: OwnFanout;
  archived: boolean;
}

/** The settings that a namespace overrides of an inherited judgment. A null member is not overridden. */
export interface SnapshotOverride {
  judgmentId: string;
  /** The namespace. */
  scope: string;
  revision: number;
  /** The namespace's own thresholds, which replace the whole map. */
  thresholds: Thresholds | null;
  freshness: Freshness | null;
}

/** A snapshot as it is in force in one namespace. */
export type EffectiveSnapshot<C extends JudgmentSnapshot = JudgmentSnapshot> = C & InNamespace;

interface InNamespace {
  /** The template prefix that the judgment is inherited from; null for the namespace's own. */
  template: string | null;
  /** Which settings the namespace overrides. */
  overrides: ('thresholds' | 'freshness')[];
  /** Whether `thresholds` are the namespace's own. */
  thresholdsOverridden: boolean;
}
