import type { EngineName } from '@app/definition';
import {
  EngineChanged,
  EngineCircuit,
  EngineLimits,
  EngineView,
  EngineSource,
  EpochSource,
} from '@app/contracts/engines';
import type { EngineRate, ProbabilitySource } from '@app/engines';
import { timestamp } from '@app/observability';
import { HourCount, alsoOf } from '../epoch/in-force';
import { EpochMemory, KnownEpoch } from '../epoch/memory';
import { EngineSetup } from './engine-setup';

/** What is stored of an engine itself. */
export interface EngineFields {
  name: EngineName;
  active: boolean;
  identity: string;
  source: EngineSource | null;
  /** Of a chat model; null of every other engine. */
  probability_source: ProbabilitySource | null;
  weight: number;
  limits: EngineLimits;
  probability_step: number | null;
  /** What an operator set above the configuration; null members follow the configuration. */
  rate_override: Partial<EngineRate> | null;
  /** The epoch in force, `current+<date>.<n>`; null while the engine is not active. */
  epoch: string | null;
  /** The version that answers in this epoch; null until the first answer. */
  reported_model: string | null;
  epoch_opened_at: Date | null;
  circuit_open: boolean;
  circuit_until: Date | null;
  circuit_backoff_ms: number;
  /** Grows with everything that the engine.changed fact tells. */
  revision: number;
  changed_at: Date;
}

/** One engine as shared by all replicas. */
export interface EngineRow extends EngineFields {
  /** What is remembered of its epochs, the newest first. */
  known: KnownEpoch[];
  /** What they answered in the last hour, under the present entry. */
  hour: HourCount[];
}

/** What a replica remembers of an engine's epochs; null while it has none. */
export function memoryOf({ epoch, known }: Pick<EngineRow, 'epoch' | 'known'>): EpochMemory | null {
  return epoch === null ? null : { inForce: epoch, known };
}

/** What is published of an engine, before epochs and circuits. */
export type EngineProfile = Pick<EngineFields, 'name' | 'active' | 'identity' | 'source' | 'weight' | 'limits'> & {
  probability_step: number | null;
  probability_source: ProbabilitySource | null;
};

/** What one question may at most be, whatever the engine takes. */
const published = { max_context_tokens: 32_000, questions_per_request: 32, options: 254, levels: 10 };

export function profileOf({ name, entry, isActive, identity }: EngineSetup): EngineProfile {
  const { limits, weight, source } = entry;
  return {
    name,
    active: isActive,
    identity,
    source: isActive ? source : null,
    probability_source: isActive ? (entry.chat?.reads ?? null) : null,
    weight,
    probability_step: isActive ? entry.probability_step : null,
    limits: {
      images: entry.image_mode !== 'none',
      max_context_tokens: Math.min(published.max_context_tokens, limits.question_tokens),
      questions_per_request: published.questions_per_request,
      // The engine counts the escape as one more.
      options: Math.min(published.options, limits.options - 1),
      levels: Math.min(published.levels, limits.levels),
    },
  };
}

export function viewOf(row: EngineRow, { entry }: Pick<EngineSetup, 'entry'>): EngineView {
  const { name, active, epoch, weight, source, limits, probability_step } = row;
  return {
    name,
    version: active ? 'current' : null,
    active,
    engine_version: epoch,
    also: alsoOf(epoch, row.hour),
    weight,
    source,
    limits,
    probability_step,
    probability_source: active ? (entry.chat?.reads ?? null) : null,
    circuit: circuitOf(row),
  };
}

/** What opens the circuit changes the row; nothing but another set-up changes it again before it is closed. */
function circuitOf({ circuit_open, circuit_until, changed_at }: EngineFields): EngineCircuit {
  if (!circuit_open) return { state: 'closed', since: null, next_probe_at: null };
  const next_probe_at = circuit_until && timestamp(circuit_until.getTime());
  return { state: 'open', since: timestamp(changed_at.getTime()), next_probe_at };
}

/** @param epochs the last ones whose source is known, the newest first */
export function changedOf(row: EngineFields, epochs: EpochSource[]): EngineChanged {
  const { name, active, epoch, circuit_open, weight, source, limits, probability_step, revision } = row;
  return {
    engine: { name, version: 'current' },
    active,
    engine_version: epoch,
    circuit_open,
    weight,
    source,
    limits,
    probability_step,
    revision,
    changed_at: timestamp(row.changed_at.getTime()),
    epochs,
  };
}
