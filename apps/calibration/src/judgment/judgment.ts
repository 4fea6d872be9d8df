import { AlternativesSetting, CopiedVersion, QueueSetting, Thresholds } from '@app/definition';

/** Calibration's copy of a judgment, with the thresholds in force where a request asks for it. */
export interface Judgment {
  judgment_id: string;
  name: string;
  /** The namespace or template prefix that the judgment was created in. */
  scope: string;
  /** The version number that is stored with the answers. */
  active_version: number;
  /** How to show version numbers, when a namespace detached this copy from a template; otherwise null. */
  copied: CopiedVersion | null;
  /** The name of the engine of the active version; null until judgments announces a judgment that was kept before it was. */
  engine: string | null;
  type: 'bool' | 'choice' | 'score';
  /** Options of a choice, in order of definition. */
  options: string[] | null;
  /** Levels of a score, ascending. */
  levels: number[] | null;
  /** Names of the features of the active version, in order; null before judgments announced them. */
  features: string[] | null;
  /** Names of the parts of a composite judgment, in order. */
  parts: string[] | null;
  /** How it is compared with alternatives; null as by default, and where a statement does not read it. */
  alternatives?: AlternativesSetting | null;
  /** How its review queue offers answers; null as by default. */
  queue?: QueueSetting | null;
  /** The namespace's own thresholds, otherwise the judgment's. */
  thresholds: Thresholds;
}
