import { RepeatabilityEstimate, RepeatabilityView } from '@app/contracts/calibration';
import { LabelsKey } from '../alternative/sample/key';
import { Plan } from '../alternative/quote/plan';

/** Jobs that ask an engine again what it has answered. */
export const repeatRunType = 'repeatability_run';

const idStart = 'rep_';

/** Whether the id of a run is one of these: they and runs of alternatives are asked the same way. */
export function isRepeatRun(run: string): boolean {
  return run.startsWith(idStart);
}

/** @param random 32 characters that nobody can guess: the id of a quote is its confirmation token */
export function repeatRunId(random: string): string {
  return `${idStart}${random}`;
}

/** The name under which the answers of one repeat are kept; they count from 1. */
export function repeatName(repeat: number): string {
  return `repeat-${repeat}`;
}

/** Why a run ended early. `superseded`: another version, or another epoch of its engine, answers now. */
export type RepeatStop = 'cancelled' | 'superseded' | 'archived' | 'block_ended';

/** What a run asks: each row is one repeat of the same question. */
export interface RepeatPlan extends Plan {
  /** How many answers each label stands for. */
  weights: number[];
  /** Erasures of its namespaces when it was quoted: of a later one the asks are gone. */
  erasures: Record<string, string>;
}

/** A quote, and what becomes of it. */
export interface RepeatRun extends LabelsKey {
  run: string;
  name: string;
  state: 'quoted' | 'open' | 'stopping' | 'ended';
  stopped_by: RepeatStop | null;
  /** Answers that the caller asked for; the estimate has how many there are. */
  answers: number;
  estimate: RepeatabilityEstimate;
  job: string | null;
  block: string | null;
  priced_at: Date;
  asked_at: Date | null;
  extended_at: Date | null;
  result: RepeatabilityView | null;
}
