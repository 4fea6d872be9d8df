import type { EngineChanged, EngineSource, ProbabilitySource } from '@app/contracts/engines';
import type { Queryable } from '@app/persistence';

/** What stood behind an engine's name in one epoch. */
export interface KnownEpoch {
  engine: string;
  epoch: string;
  source: EngineSource;
  probability_source: ProbabilitySource | null;
}

/** The sources of epochs, by engine and epoch. */
export type EpochSources = ReadonlyMap<string, KnownEpoch>;

/** Epochs that memory holds. An engine opens a few a week; answers of earlier ones than these show no source. */
export const maxEpochs = 5000;

export function sourcesOf(epochs: readonly KnownEpoch[]): EpochSources {
  return new Map(epochs.map((known) => [keyOf(known.engine, known.epoch), known]));
}

/** @returns undefined of an epoch that ended before its source was kept */
export function sourceOf(sources: EpochSources, engine: string, epoch: string | null): KnownEpoch | undefined {
  return epoch === null ? undefined : sources.get(keyOf(engine, epoch));
}

function keyOf(engine: string, epoch: string): string {
  return `${engine} ${epoch}`;
}

/**
 * Keeps the epochs of a fact, whatever its revision: the source of an epoch never changes, so an old fact is as true as
 * a new one.
 * @returns whether one was not known before
 */
export async function keepEpochs(to: Queryable, { engine, epochs = [] }: EngineChanged): Promise<boolean> {
  if (epochs.length === 0) return false;
  const { rowCount } = await to.query(
    `insert into engine_epoch (engine, epoch, source, probability_source)
     select $1, engine_version, source, probability_source
     from jsonb_to_recordset($2::jsonb) as told (engine_version text, source text, probability_source text)
     on conflict do nothing`,
    [engine.name, JSON.stringify(epochs)],
  );
  return (rowCount ?? 0) > 0;
}
