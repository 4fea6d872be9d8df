import { Named, Queryable } from '@app/persistence';

/** Whose answers are counted: those of one version in one epoch, over a namespace or a template's namespaces. */
export interface CountKey {
  organization: string;
  judgment_id: string;
  /** A namespace or a template prefix. */
  namespace: string;
  version: number;
  engine_version: string;
  /** The scope in the key of the judgment's fits, see `scopeOf`. */
  fitScope: string;
}

/** Counts that were kept. */
export interface KeptCount {
  counts: number[];
  sampled: boolean;
  counted_at: Date;
  /** Whether the fit in force is the one of that time. */
  is_of_fit: boolean;
}

/** The fit in force: $1, $2, $4 and $5 are the key, $6 the scope of fits. */
const fitInForce = `
  select id from fit where organization = $1 and judgment_id = $2 and scope in ($6, '') and version = $4
    and engine_version = $5 order by (scope = $6) desc, revision desc limit 1`;

const find: Named = {
  name: 'answer-count-find',
  text: `
    select counts, sampled, counted_at, fit is not distinct from (${fitInForce}) as is_of_fit from answer_count
    where organization = $1 and judgment_id = $2 and namespace = $3 and version = $4 and engine_version = $5`,
};

/** One row a report: the counts of another version, epoch or fit give way. A namespace that is being erased gets none. */
const keep: Named = {
  name: 'answer-count-keep',
  text: `
    insert into answer_count (organization, judgment_id, namespace, version, engine_version, fit, counted_at, sampled, counts)
    select $1, $2, $3, $4, $5, (${fitInForce}), $7, $8, $9
    where not exists (select from namespace_erasure where organization = $1 and namespace = $3 and erasing)
    on conflict (organization, judgment_id, namespace) do update set version = excluded.version,
      engine_version = excluded.engine_version, fit = excluded.fit, counted_at = excluded.counted_at,
      sampled = excluded.sampled, counts = excluded.counts`,
};

export async function findCount(from: Queryable, key: CountKey): Promise<KeptCount | null> {
  return (await from.query<KeptCount>(find, valuesOf(key))).rows[0] ?? null;
}

export async function keepCount(
  to: Queryable,
  key: CountKey,
  { counts, sampled, countedAt }: { counts: readonly number[]; sampled: boolean; countedAt: Date },
): Promise<void> {
  await to.query(keep, [...valuesOf(key), countedAt, sampled, counts]);
}

function valuesOf({ organization, judgment_id, namespace, version, engine_version, fitScope }: CountKey): unknown[] {
  return [organization, judgment_id, namespace, version, engine_version, fitScope];
}
