import { CalibrationReport } from '@app/contracts/calibration';
import { Worth } from '../figure/worth';

/** What the reads of a stored report are worth; null where it was counted before there was the comparison. */
export function worthIn({ held_out, confusion = [], level_bias = [] }: CalibrationReport): Worth | null {
  const { base_rate, skill = null, skill_interval = null } = held_out;
  return base_rate === undefined ? null : { base_rate, skill, skill_interval, confusion, level_bias };
}
