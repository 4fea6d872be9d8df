import { DetectableGain } from '@app/contracts/calibration';
import { LabelsKey } from '../sample/key';

/** `superseded`: another version, or another epoch of its engine, answers now. */
export type StopReason = 'cancelled' | 'superseded' | 'archived' | 'block_ended';

/** A run: what was confirmed, in one piece. */
export interface RunRow extends LabelsKey {
  run: string;
  name: string;
  generation: string;
  free: boolean;
  automatic: boolean;
  job: string | null;
  /** Null of a run that asks nothing, and of a free one. */
  block: string | null;
  state: 'open' | 'stopping' | 'ended';
  stopped_by: StopReason | null;
  detectable: DetectableGain | null;
  started_at: Date;
  extended_at: Date | null;
  ended_at: Date | null;
}

/** Columns of `RunRow`. */
export const columns = `run, organization, judgment_id, scope, name, version, engine_version, generation, free, automatic, job, block,
  state, stopped_by, detectable, started_at, extended_at, ended_at`;
