import { Database, Named, Queryable } from '@app/persistence';
import { Selection, isSelected, selectionValues } from '../../judgment/selection';
import { LabelFilter } from './label-filter';
import { LabelRow } from './label-set';

/** Labels that one fetch takes: the rows that are in memory at once. */
const pageSize = 5_000;
const nextPage = `fetch ${pageSize} from labels`;
/** All rows of a cursor are read here. Postgres would otherwise choose a plan that gives a tenth of them soonest. */
const forAllRows = 'set local cursor_tuple_fraction = 1';

/** Which labels of a version a fit or a report takes. */
export interface LabelQuery {
  selection: Selection;
  version: number;
  filter: LabelFilter;
  /** Prefixes of namespaces whose labels are left out. */
  excludedPrefixes: string[];
}

/** All labels of an epoch, whether or not a filter keeps them. */
export interface EpochLabels {
  engine_version: string | null;
  n: number;
  changed_at: Date;
}

/*
 * Of several labels on one answer the one that was observed last counts, but for those that `readOverruled` names. `distinct on`
 * makes that choice before the filter applies, so that a label that the filter drops does not uncover an earlier one.
 */
const labels: Named = {
  name: 'label-cursor',
  text: `
    declare labels no scroll cursor for select answer_id, namespace, document, value, escape, source, hindsight, observed_at, judged_at, engine_version,
      number, escape_p, dist, features, parts, weight, draw, draw_size from (
      select distinct on (answer_id) * from outcome
      where ${isSelected} and version = $5 and answer_id is not null
        and not exists (select from unnest($9::text[]) prefix where starts_with(namespace, prefix))
        and ($11::float8 is null or abs(hashtext(document)::bigint) < $11 * 2147483648) and id not in (select unnest($12::text[]))
      order by answer_id, observed_at desc, id desc) label
    where source = any($6) and ($7::timestamptz is null or observed_at >= $7)
      and ($8::timestamptz is null or observed_at < $8) and engine_version is not distinct from $10
    order by answer_id`,
};

const epochs: Named = {
  name: 'label-epochs',
  text: `
    select engine_version, count(*)::int as n, date_trunc('milliseconds', max(changed_at)) as changed_at from outcome
    where ${isSelected} and version = $5 and answer_id is not null
    group by engine_version`,
};

/** The number of labels of each epoch and the time of their last change: the nightly fits compare both with the fit's. */
export async function readEpochs(from: Queryable, { selection, version }: LabelQuery): Promise<EpochLabels[]> {
  const { rows } = await from.query<EpochLabels>(epochs, [...selectionValues(selection), version]);
  return rows;
}

/**
 * Reads the labels of one epoch page by page, in the order of their answers' ids. It is one pass over the outcomes of the
 * version: statements that begin after the last answer of a page would each sort what is left.
 * @param overruled see `readOverruled`
 * @param share of the documents whose answers to take, in (0, 1), always the same ones; null takes all
 * @param take is called with each page that has labels
 */
export async function readLabels(
  from: Database,
  query: LabelQuery,
  { epoch, overruled, share }: { epoch: string | null; overruled: readonly string[]; share: number | null },
  take: (rows: LabelRow[]) => void,
): Promise<void> {
  await from.transaction('calibration.read-labels', async (tx) => {
    await tx.query(forAllRows);
    await tx.query(labels, [...valuesOf(query), query.excludedPrefixes, epoch, share, overruled]);
    for (let isLast = false; !isLast;) {
      const { rows } = await tx.query<LabelRow>(nextPage);
      if (rows.length > 0) take(rows);
      isLast = rows.length < pageSize;
    }
  });
}

/** The first eight values of statements on labels. */
export function valuesOf({ selection, version, filter }: LabelQuery): unknown[] {
  return [...selectionValues(selection), version, filter.sources, filter.since, filter.until];
}
