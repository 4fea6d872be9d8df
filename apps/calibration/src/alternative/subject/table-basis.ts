import { EngineView } from '@app/contracts/engines';
import { EngineRef } from '@app/definition';
import { FitRow } from '../../figure/fit/fit';
import { minLabels } from '../../figure/fit/make-fit';
import { TableBasis } from '../table/state';
import { engineOf } from './candidate';
import { RunRow } from './run-row';

export interface BasisInput {
  engine: EngineRef;
  engines: readonly EngineView[];
  /** The fit of the engine's present epoch; else the newest of the version. */
  fit: FitRow | null;
  /** Labels of the engine's present epoch. */
  labels: number;
  lastRun: RunRow | null;
  month: string;
}

/** How the labels of a judgment stand: with a fit of the epoch that answers now, or not. */
export function basisOf({ engine, engines, fit, labels, lastRun, month }: BasisInput): TableBasis {
  const present = engineOf(engines, engine)?.engine_version ?? null;
  const moved = { engine: engine.name, labels, needed: minLabels };
  if (fit === null) {
    const isStopped = lastRun?.stopped_by === 'superseded' && monthOfRun(lastRun) === month;
    if (!isStopped) return { kind: 'no_fit', labels, needed: minLabels };
    return { kind: 'superseded', by: 'version', ...moved, sinceMs: endOf(lastRun), engineVersion: null };
  }
  const { engine_version: engineVersion, made_at } = fit;
  if (present === null || present === engineVersion) {
    return { kind: 'fit', engineVersion, madeAtMs: made_at.getTime() };
  }
  const sinceMs = dateOfEpoch(present) ?? made_at.getTime();
  return { kind: 'superseded', by: 'engine', ...moved, sinceMs, engineVersion };
}

function endOf({ ended_at, started_at }: RunRow): number {
  return (ended_at ?? started_at).getTime();
}

function monthOfRun(run: RunRow): string {
  return new Date(endOf(run)).toISOString().slice(0, 7);
}

/** The day in an epoch such as `current+2026-11-20.1`; null when it names none. */
function dateOfEpoch(epoch: string): number | null {
  const day = /\+(\d{4}-\d{2}-\d{2})\.\d+$/.exec(epoch)?.[1];
  const ms = day === undefined ? NaN : Date.parse(day);
  return Number.isNaN(ms) ? null : ms;
}
