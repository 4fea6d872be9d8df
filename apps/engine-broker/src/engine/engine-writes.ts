import { EpochSource, engineChanged, epochsPublished } from '@app/contracts/engines';
import { Queryable, Tx, addToOutbox, factRow, literal } from '@app/persistence';
import { addEpoch, epochColumns, knownEpochs } from '../epoch/epoch.store';
import { mostKnown } from '../epoch/memory';
import { EngineFields, EngineRow, changedOf } from './engine-row';

const select = `select e.*, ${epochColumns(mostKnown)} from engine e`;
const all = { name: 'engines', text: `${select} order by e.name` };
/**
 * Everything in the rows of engines, also what no revision counts, as a rate that an operator has set, and when their epochs
 * answered last, which another replica may have counted.
 */
const digest = `md5(coalesce(string_agg(concat(e::text, e.known), ' ' order by e.name), ''))`;
const digested = `(select e.*, ${knownEpochs(mostKnown)} as known from engine e) e`;
const digests = { name: 'engines-digest', text: `select ${digest} as digest from ${digested}` };
const one = { name: 'engine-one', text: `${select} where e.name = $1` };
const lock = 'select * from engine where name = $1 for update';
const lastSources = {
  name: 'engine-epoch-sources',
  text: `select 'current+' || day::text || '.' || n as engine_version, source, probability_source
         from epoch where engine = $1 and source is not null order by day desc, n desc limit ${epochsPublished}`,
};

export async function readEngines(from: Queryable): Promise<EngineRow[]> {
  return (await from.query<EngineRow>(all)).rows;
}

/** A text that is another one after each change of what is known of engines. */
export async function readDigest(from: Queryable): Promise<string> {
  return (await from.query<{ digest: string }>(digests)).rows[0].digest;
}

/** Select that finds a row when that has changed since the digest was read. */
export function changedSince(known: string): string {
  return `select from ${digested} having ${digest} <> ${literal(known)}`;
}

/** An engine with what is remembered of its epochs, as the transaction has left it. */
export async function readEngine(tx: Tx, name: string): Promise<EngineRow> {
  return (await tx.query<EngineRow>(one, [name])).rows[0];
}

/** Locks the row of an engine; whatever changes an engine or its epochs does so first. */
export async function lockEngine(tx: Tx, name: string): Promise<EngineFields> {
  return (await tx.query<EngineFields>(lock, [name])).rows[0];
}

/** @param isPublished false for a change that no fact tells */
export async function changeEngine(
  tx: Tx,
  name: string,
  changes: Partial<EngineFields>,
  isPublished = true,
): Promise<EngineFields> {
  const names = Object.keys(changes) as (keyof EngineFields)[];
  const values = names.map((key) => (key === 'limits' ? JSON.stringify(changes.limits) : changes[key]));
  const assignments = names.map((key, place) => `${key} = $${place + 2}`);
  if (isPublished) assignments.push('revision = revision + 1', 'changed_at = app.now()');
  const text = `update engine set ${assignments.join(', ')} where name = $1 returning *`;
  return (await tx.query<EngineFields>(text, [name, ...values])).rows[0];
}

/**
 * Opens an epoch for what the row says stands behind the name.
 * @param isInForce false for a version that answers beside the one in force
 */
export async function openEpoch(
  tx: Tx,
  row: EngineFields,
  { reportedModel, isInForce }: { reportedModel: string | null; isInForce: boolean },
): Promise<{ row: EngineFields; label: string }> {
  const { name: engine, identity, source, probability_source: probabilitySource } = row;
  const { label, openedAt } = await addEpoch(tx, { engine, identity, reportedModel, source, probabilitySource });
  const inForce = { epoch: label, reported_model: reportedModel, epoch_opened_at: openedAt };
  return { row: await changeEngine(tx, engine, isInForce ? inForce : {}), label };
}

/** Tells everyone what an engine is now, in the transaction that made it so. */
export async function tell(tx: Tx, row: EngineFields): Promise<void> {
  const { rows } = await tx.query<EpochSource>(lastSources, [row.name]);
  await addToOutbox(tx, [factRow(engineChanged, changedOf(row, rows))]);
}
