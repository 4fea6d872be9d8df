import { Named, Queryable } from '@app/persistence';
import { LabelsKey, labelsValues } from './key';

/** What a month fixed for the labels of one version and epoch. */
export interface MonthRow {
  /** Ids of the labelled answers; null while no paid run was confirmed. */
  sample: string[] | null;
  tuned_at: Date | null;
}

const find: Named = {
  name: 'alternative-month-find',
  text: `
    select sample, tuned_at from alternative_month where organization = $1 and judgment_id = $2 and scope = $3
      and version = $4 and engine_version = $5 and month = $6`,
};

/** The first sample of the month stays. */
const freeze: Named = {
  name: 'alternative-month-freeze',
  text: `
    insert into alternative_month as m (organization, judgment_id, scope, version, engine_version, month, sample, frozen_at)
    values ($1, $2, $3, $4, $5, $6, $7, app.now())
    on conflict (organization, judgment_id, scope, month, version, engine_version) do update
      set sample = excluded.sample, frozen_at = excluded.frozen_at where m.sample is null`,
};

const markTuned: Named = {
  name: 'alternative-month-tuned',
  text: `
    insert into alternative_month as m (organization, judgment_id, scope, version, engine_version, month, tuned_at)
    values ($1, $2, $3, $4, $5, $6, app.now())
    on conflict (organization, judgment_id, scope, month, version, engine_version) do update
      set tuned_at = excluded.tuned_at`,
};

export async function findMonth(from: Queryable, key: LabelsKey, month: string): Promise<MonthRow | null> {
  return (await from.query<MonthRow>(find, [...labelsValues(key), month])).rows[0] ?? null;
}

/** Fixes the labels of a month, in the transaction of the run that needs them. */
export async function freezeSample(tx: Queryable, key: LabelsKey, month: string, answers: string[]): Promise<void> {
  await tx.query(freeze, [...labelsValues(key), month, answers]);
}

/** Records that the narrowings of the month have been looked at, on the labels that it has now. */
export async function markMonthTuned(to: Queryable, key: LabelsKey, month: string): Promise<void> {
  await to.query(markTuned, [...labelsValues(key), month]);
}
