import { DrawnAnswer } from '@app/contracts/calibration';
import { Named, Queryable } from '@app/persistence';

/** Labels of one version and epoch that have to be drawn. */
export interface DueDraw {
  organization: string;
  judgment_id: string;
  version: number;
  engine_version: string;
  labels_seen: string;
  labels_changed_at: Date;
}

/** Most labels that are drawn of a judgment, version and epoch. */
export const maxDrawn = 1_000;

/** A draw is repeated after a month: what no draw names for longer is forgotten. */
const due: Named = {
  name: 'sample-draws-due',
  text: `
    select j.organization, j.judgment_id, j.active_version as version, l.engine_version, l.n as labels_seen,
      l.changed_at as labels_changed_at
    from (select distinct organization, judgment_id, active_version from judgment where kind = 'judgment' and not archived) j
    cross join lateral (
      select o.engine_version, count(*) as n, date_trunc('milliseconds', max(o.changed_at)) as changed_at from outcome o
      where (o.organization, o.judgment_id, o.version) = (j.organization, j.judgment_id, j.active_version)
        and o.answer_id is not null and o.engine_version is not null
      group by 1) l
    left join sample_draw d on (d.organization, d.judgment_id, d.version, d.engine_version)
      = (j.organization, j.judgment_id, j.active_version, l.engine_version)
    where d.drawn_at is null or d.labels_seen <> l.n or d.labels_changed_at < l.changed_at
      or d.drawn_at < app.now() - interval '30 days'
    order by 1, 2, 3, 4 limit 100`,
};

const draw: Named = {
  name: 'sample-draw',
  text: `
    select namespace, document, answer_id as answer from outcome
    where organization = $1 and judgment_id = $2 and version = $3 and engine_version = $4 and answer_id is not null
      and not document_deleted
    group by hashtextextended(answer_id, 7), answer_id, namespace, document
    order by hashtextextended(answer_id, 7), answer_id limit ${maxDrawn}`,
};

const mark: Named = {
  name: 'sample-draw-mark',
  text: `
    insert into sample_draw (organization, judgment_id, version, engine_version, labels_seen, labels_changed_at, drawn_at)
    values ($1, $2, $3, $4, $5, $6, app.now())
    on conflict (organization, judgment_id, version, engine_version) do update set labels_seen = excluded.labels_seen,
      labels_changed_at = excluded.labels_changed_at, drawn_at = excluded.drawn_at`,
};

/** Up to a hundred draws whose labels have changed, or that are a month old. */
export async function readDueDraws(from: Queryable): Promise<DueDraw[]> {
  return (await from.query<DueDraw>(due)).rows;
}

/** The labels with the lowest hash of their answers' ids, always the same ones while labels only come. */
export async function drawLabels(from: Queryable, key: DueDraw): Promise<DrawnAnswer[]> {
  const { organization, judgment_id, version, engine_version } = key;
  return (await from.query<DrawnAnswer>(draw, [organization, judgment_id, version, engine_version])).rows;
}

/** Records which labels a draw has seen, in the transaction that announces it. */
export async function markDrawn(tx: Queryable, { labels_seen, labels_changed_at, ...key }: DueDraw): Promise<void> {
  const { organization, judgment_id, version, engine_version } = key;
  await tx.query(mark, [organization, judgment_id, version, engine_version, labels_seen, labels_changed_at]);
}
