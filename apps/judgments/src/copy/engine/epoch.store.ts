import type { EngineChanged, EngineSource, ProbabilitySource } from '@app/contracts/engines';
import type { EngineName } from '@app/definition';
import type { Queryable } from '@app/persistence';

/** What stood behind an engine's name in one epoch, under the names that a history shows. */
export interface EpochSources {
  engine_source: EngineSource | null;
  probability_source: ProbabilitySource | null;
}

/** Of an epoch that ended before its source was kept. */
export const unknownSource: EpochSources = { engine_source: null, probability_source: null };

/** The epochs of one page of a history, by `engine epoch`; an epoch that is not known has no entry. */
export async function readEpochSources(
  from: Queryable,
  answers: readonly { engine_name: string; engine_version: string | null }[],
): Promise<(engine: string, epoch: string | null) => EpochSources> {
  const { rows } = await from.query<EpochSources & { engine: string; epoch: string }>(
    {
      name: 'engine-epochs-of',
      text: `select engine, epoch, source as engine_source, probability_source from engine_epoch
             where epoch = any($1)`,
    },
    [[...new Set(answers.map(({ engine_version: epoch }) => epoch))]],
  );
  return (engine, epoch) => {
    const known = rows.find((row) => row.engine === engine && row.epoch === epoch);
    return known ? { engine_source: known.engine_source, probability_source: known.probability_source } : unknownSource;
  };
}

/** Epochs of the built-in engine that are looked for; it opens one with each build that answers otherwise. */
const maxBuiltIn = 500;

/** The epochs in which no model answered, the newest first. */
export async function readBuiltInEpochs(from: Queryable): Promise<{ engine: EngineName; engine_version: string }[]> {
  const { rows } = await from.query<{ engine: EngineName; engine_version: string }>({
    name: 'engine-epochs-built-in',
    text: `select engine, epoch as engine_version from engine_epoch where source = 'built_in'
           order by noted_at desc, engine, epoch limit ${maxBuiltIn}`,
  });
  return rows;
}

/** Keeps the epochs of a fact, whatever its revision: the source of an epoch never changes. */
export async function keepEpochs(to: Queryable, { engine, epochs = [] }: EngineChanged): Promise<void> {
  if (epochs.length === 0) return;
  await to.query(
    `insert into engine_epoch (engine, epoch, source, probability_source)
     select $1, engine_version, source, probability_source
     from jsonb_to_recordset($2::jsonb) as told (engine_version text, source text, probability_source text)
     on conflict do nothing`,
    [engine.name, JSON.stringify(epochs)],
  );
}
