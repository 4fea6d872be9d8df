import { Named, Queryable } from '@app/persistence';
import { deserialize, serialize } from 'node:v8';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { LabelSet } from '../../outcome/label/label-set';
import { FitKey, FitRow, FitSample } from './fit';

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

/** A fit to store, with the labels that it was made of. */
export interface NewFit extends Omit<FitRow, 'revision'> {
  labelsSeen: number;
  labelsChangedAt: Date;
  sample: FitSample;
}

const columns = `id, organization, judgment_id, scope, version, engine_version, revision, read_with, stored, outcomes, labels, floor,
  report, made_at`;

const add: Named = {
  name: 'fit-add',
  text: `
    insert into fit (id, organization, judgment_id, scope, version, engine_version, read_with, stored, outcomes, labels,
      labels_seen, labels_changed_at, floor, report, made_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning revision`,
};

const inForce: Named = {
  name: 'fit-in-force',
  text: `
    select ${columns} from fit where organization = $1 and judgment_id = $2 and scope in ($3, '') and version = $4
      and engine_version = $5 order by (scope = $3) desc, revision desc limit 1`,
};

const latest: Named = {
  name: 'fit-latest',
  text: `
    select ${columns} from fit where organization = $1 and judgment_id = $2 and scope = $3 and version = $4
    order by revision desc limit 1`,
};

/** Deletes samples of fits that another fit replaced, a month after they were made; the rows of fits stay. */
const dropSamples: Named = {
  name: 'fit-drop-samples',
  text: `
    delete from fit_sample s using fit f where f.id = s.fit_id and f.made_at < $1::timestamptz - interval '30 days'
      and exists (select from fit later where (later.organization, later.judgment_id, later.scope, later.version, later.engine_version)
        = (f.organization, f.judgment_id, f.scope, f.version, f.engine_version) and later.revision > f.revision)`,
};

const byId: Named = { name: 'fit-find', text: `select ${columns} from fit where id = $1` };

const sampleOf: Named = { name: 'fit-sample', text: 'select packed from fit_sample where fit_id = $1' };

/** Stores a fit with its sample, in the caller's transaction. */
export async function addFit(tx: Queryable, fit: NewFit): Promise<FitRow> {
  const { labelsSeen, labelsChangedAt, sample, ...row } = fit;
  const { rows } = await tx.query<{ revision: string }>(add, [
    ...[row.id, row.organization, row.judgment_id, row.scope, row.version, row.engine_version, row.read_with],
    ...[JSON.stringify(row.stored), row.outcomes && JSON.stringify(row.outcomes), JSON.stringify(row.labels)],
    ...[labelsSeen, labelsChangedAt, row.floor, JSON.stringify(row.report), row.made_at],
  ]);
  const packed = await pack(serialize(sample));
  await tx.query('insert into fit_sample (fit_id, packed) values ($1, $2)', [row.id, packed]);
  return { ...row, revision: rows[0].revision };
}

/**
 * The fit in force of a version and epoch; null without one. A copy that a namespace detached reads by its template's fit
 * until it has its own, as documents reads its answers.
 */
export async function findFitInForce(from: Queryable, key: FitKey): Promise<FitRow | null> {
  const { organization, judgment_id, scope, version, engine_version } = key;
  const { rows } = await from.query<FitRow>(inForce, [organization, judgment_id, scope, version, engine_version]);
  return rows[0] ?? null;
}

/** The newest fit of a version in any epoch; null without one. */
export async function findLatestFit(from: Queryable, key: Omit<FitKey, 'engine_version'>): Promise<FitRow | null> {
  const { organization, judgment_id, scope, version } = key;
  const { rows } = await from.query<FitRow>(latest, [organization, judgment_id, scope, version]);
  return rows[0] ?? null;
}

export async function findFit(from: Queryable, id: string): Promise<FitRow | null> {
  const { rows } = await from.query<FitRow>(byId, [id]);
  return rows[0] ?? null;
}

/** The labels that a fit was made of; null after `dropOldSamples` deleted them. */
export async function readSample(from: Queryable, fitId: string): Promise<FitSample | null> {
  const { rows } = await from.query<{ packed: Buffer }>(sampleOf, [fitId]);
  return rows.length === 0 ? null : completed(deserialize(await unpack(rows[0].packed)) as FitSample);
}

/**
 * Samples of earlier builds: labels of the queue count as one draw where draws had no numbers yet, and labels that were
 * packed without features, parts or counts of all answers have none.
 */
function completed({ set, heldOut }: FitSample): FitSample {
  const { draws = new Float64Array(set.y.length), drawSizes = new Float64Array(set.y.length) }: Partial<LabelSet> = set;
  const { features = new Float64Array(0), parts = new Float64Array(0), population = null }: Partial<LabelSet> = set;
  const form = { ...set.form, features: set.form.features ?? [], parts: set.form.parts ?? [] };
  return { set: { ...set, form, draws, drawSizes, features, parts, population }, heldOut };
}

export async function dropOldSamples(to: Queryable, now: Date): Promise<void> {
  await to.query(dropSamples, [now]);
}
