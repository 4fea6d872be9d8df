import type { EngineRef } from '@app/contracts';
import type {
  AlternativesQuote,
  CalibrationOutcomeFilter,
  ContextKind,
  DetectableGain,
} from '@app/contracts/calibration';
import type { Thresholds } from '@app/definition';
import { RowScore } from '../score/row-score';

/** One alternative with what is stored of it. */
export interface TableRow {
  id: string;
  source: 'automatic' | 'named';
  drafted: boolean;
  namedBy: string | null;
  namedAtMs: number | null;
  /** The whole definition, to post as a version. */
  definition: object;
  /** What differs from the active version, in words, such as `engine: gpt-6-luna current`. */
  differs: string[];
  contexts: ContextKind;
  /** Engine and named rows count in `corrected_for`; narrowings do not. */
  inK: boolean;
  /** The caller took it off the table. It is not shown, and still counts when it was scored. */
  isDeleted: boolean;
  /** The newest score of the present version and epoch, of any month; null without one. */
  score: RowScore | null;
}

/** How a judgment stands before its alternatives are looked at. */
export type TableBasis =
  /** The table belongs to the template. */
  | { kind: 'inherited'; template: string }
  | { kind: 'composite' }
  /** No fit of the active version yet. */
  | { kind: 'no_fit'; labels: number; needed: number }
  /**
   * What was scored is of another version or epoch than answers now: a new version stopped a run of this month, or the
   * version's engine answers in a later epoch than the fit. `labels` are those since.
   */
  | {
      kind: 'superseded';
      by: 'version' | 'engine';
      /** The engine's name. */
      engine: string;
      /** When the version became active, or the engine changed. */
      sinceMs: number;
      labels: number;
      needed: number;
      /** Epoch of the fit whose labels the shown scores used; null when the active version has none. */
      engineVersion: string | null;
    }
  | { kind: 'fit'; engineVersion: string; madeAtMs: number };

/** An open run that somebody confirmed. A run of narrowings is none. */
export interface OpenRun {
  /** Answers and skips so far, and in all. */
  done: number;
  total: number;
  /** Its rows that are not scored yet. */
  rowsLeft: number;
  /** Judging is paused, or the budget is spent. */
  waitsForBudget: boolean;
}

/** Where the judgment stands in its UTC month, over all its versions and epochs. */
export interface MonthBasis {
  /** Engine and named alternatives scored, deleted ones too. */
  scored: number;
  /** What the latest confirmed quote said could be detected; null without one. */
  quoted: DetectableGain | null;
}

/** Everything that a table is made of. */
export interface TableState {
  /** Plan of the caller's organization. */
  plan: string;
  nowMs: number;
  /** The version's number as the namespace shows it. */
  version: number;
  setting: { automatic: boolean; skipEngines: EngineRef[]; outcomes: CalibrationOutcomeFilter | null };
  basis: TableBasis;
  /** The thresholds in force. */
  thresholds: Thresholds;
  labels: {
    count: number;
    sampled: boolean;
    /** The latest earlier month, such as `2026-10`, whose scores used these labels; null when none did. */
    usedIn: string | null;
  };
  /** The rows, in any order. */
  rows: readonly TableRow[];
  quote: AlternativesQuote | null;
  run: OpenRun | null;
  /** Whether the judging of the namespace is paused by its budget. */
  isBudgetPaused: boolean;
  month: MonthBasis;
}
