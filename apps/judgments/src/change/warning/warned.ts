import type { EngineSource } from '@app/contracts/engines';
import { Definition, Freshness, Thresholds } from '@app/definition';
import type { Judgment } from '../../judgment/definition/judgment';
import type { Evidence } from '../../quote/evidence/evidence';

/** A definition and its settings, with what is known beside them. */
export interface Warned {
  definition: Definition;
  /** The settings in effect after the change. */
  freshness: Freshness;
  thresholds: Thresholds;
  /** Probability step of the engine. */
  probabilityStep: number | null;
  /** Source of the engine; null when it is not known. */
  source: EngineSource | null;
  /** The rolling limit in effect; null where no change concerns more than one document. */
  rollingLimit: number | null;
  /** The judgments in force, by name, when the definition reads answers of some; empty otherwise. */
  upstream: ReadonlyMap<string, Definition>;
  /** Share of the sample whose context had to be cut. */
  truncatedShare: number;
  /** Left out where no sample was read. */
  evidence?: Evidence;
  /** The judgment under the name so far. */
  present: Pick<Judgment, 'definition' | 'thresholds'> | null;
}
