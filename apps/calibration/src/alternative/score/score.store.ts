import { Named, Queryable } from '@app/persistence';
import { LabelsKey, TableKey, labelsValues, tableValues } from '../sample/key';
import { RowScore } from './row-score';

/** The score of a row in a month. */
export interface StoredScore {
  alternative: string;
  month: string;
  in_k: boolean;
  run: string;
  /** Digest of the labels that it was computed on. */
  labels: Buffer;
  score: RowScore;
}

const keep: Named = {
  name: 'alternative-score-keep',
  text: `
    insert into alternative_score (organization, judgment_id, scope, version, engine_version, month, alternative, in_k, run,
      labels, score, scored_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    on conflict (organization, judgment_id, scope, month, version, engine_version, alternative) do update
      set in_k = excluded.in_k or alternative_score.in_k, run = excluded.run, labels = excluded.labels,
      score = excluded.score, scored_at = excluded.scored_at`,
};

const latest: Named = {
  name: 'alternative-score-latest',
  text: `
    select distinct on (alternative, in_k) alternative, month, in_k, run, labels, score from alternative_score
    where organization = $1 and judgment_id = $2 and scope = $3 and version = $4 and engine_version = $5
    order by alternative, in_k, month desc limit 1000`,
};

const count: Named = {
  name: 'alternative-score-count',
  text: `
    select count(*)::int as n from alternative_score
    where organization = $1 and judgment_id = $2 and scope = $3 and month = $4 and in_k`,
};

/** Stores the score of a row; of one row and month the last one stays. */
export async function keepScore(to: Queryable, key: LabelsKey, row: StoredScore): Promise<void> {
  await to.query(keep, [
    ...labelsValues(key),
    ...[row.month, row.alternative, row.in_k, row.run, row.labels, JSON.stringify(row.score)],
    new Date(row.score.scoredAtMs),
  ]);
}

/** The newest score of each row of one version and epoch, of any month. */
export async function readScores(from: Queryable, key: LabelsKey): Promise<StoredScore[]> {
  return (await from.query<StoredScore>(latest, labelsValues(key))).rows;
}

/** How many engine and named rows were scored in a month, over all versions and epochs, deleted ones too. */
export async function countScored(from: Queryable, key: TableKey, month: string): Promise<number> {
  return (await from.query<{ n: number }>(count, [...tableValues(key), month])).rows[0].n;
}
