import type { EngineChanged, EngineSource } from '@app/contracts/engines';
import type { Named, Queryable } from '@app/persistence';

/** What stood behind an engine's name in one epoch. */
export interface KnownEpoch {
  engine: string;
  epoch: string;
  source: EngineSource;
}

const keep: Named = {
  name: 'epoch-keep',
  text: `
    insert into engine_epoch (engine, epoch, source)
    select $1, engine_version, source from jsonb_to_recordset($2::jsonb) as told (engine_version text, source text)
    on conflict do nothing`,
};

/** An epoch's name is that of a day and a number, so each engine has one of a name at most. */
const find: Named = {
  name: 'epoch-find',
  text: 'select engine, epoch, source from engine_epoch where epoch = any($1)',
};

/** Keeps the epochs of a fact, whatever its revision: the source of an epoch never changes. */
export async function keepEpochs(to: Queryable, { engine, epochs = [] }: EngineChanged): Promise<void> {
  if (epochs.length === 0) return;
  await to.query(keep, [engine.name, JSON.stringify(epochs)]);
}

/** The epochs of these names, of all engines. */
export async function readEpochs(from: Queryable, names: readonly string[]): Promise<KnownEpoch[]> {
  return names.length === 0 ? [] : (await from.query<KnownEpoch>(find, [names])).rows;
}
