import { Named, Queryable } from '@app/persistence';
import { implicitAuthor } from '../author';
import { ArrivedLabel, arrivedToRow } from '../label/label';

/** A judgment whose answers become an implicit no when nothing has happened for a while. */
export interface ImplicitJudgment {
  organization: string;
  judgment_id: string;
  scope: string;
  /** The setting's duration, such as `30d`. */
  after: string;
  /** The active version's horizon in milliseconds: until then it may still happen. */
  horizon_ms: string;
}

export interface DueWindow {
  namespace: string;
  document: string;
  answer_id: string;
}

/** A detached copy and its template share a judgment id; in its namespace the copy's setting counts. */
const open: Named = {
  name: 'window-open',
  text: `
    insert into open_window (organization, judgment_id, scope, namespace, document, answer_id, version, document_version,
      engine_version, judged_at, number, features, parts)
    select c.organization, c.judgment_id, j.scope, c.namespace, c.document, c.answer_id, c.version, c.document_version,
      c.engine_version, c.judged_at, c.number, c.features, c.parts
    from jsonb_to_recordset($1::jsonb) as c(organization text, namespace text, judgment_id text, document text, answer_id text,
        version int, document_version bigint, engine_version text, judged_at timestamptz, number double precision, features jsonb, parts jsonb)
      join lateral (
        select scope, outcomes from judgment j
        where j.organization = c.organization and j.judgment_id = c.judgment_id and j.kind = 'judgment' and not j.archived
          and (j.scope = c.namespace or (j.scope like '%/*' and starts_with(c.namespace, left(j.scope, -1))))
        order by length(j.scope) desc limit 1
      ) j on j.outcomes ? 'implicit'
    order by c.organization, c.judgment_id, c.namespace, c.answer_id
    on conflict do nothing`,
};

const implicit = `from judgment where kind = 'judgment' and not archived and outcomes ? 'implicit'`;

/** Select that finds a row when a judgment has the setting `outcomes.implicit`. */
export const implicitJudgments = `select ${implicit}`;

const judgments: Named = {
  name: 'window-judgments',
  text: `select organization, judgment_id, scope, outcomes -> 'implicit' ->> 'after' as after, horizon_ms
         ${implicit}`,
};

const due: Named = {
  name: 'window-due',
  text: `select namespace, document, answer_id from open_window
         where organization = $1 and judgment_id = $2 and scope = $3 and judged_at <= app.now() - $4 * interval '1 ms'
         order by judged_at limit $5 for update skip locked`,
};

/**
 * A closing window makes an implicit no, except when the answer has an outcome of any source, or when an outcome of the
 * document was observed within the window. What a report's filter leaves out does not matter here.
 */
const close: Named = {
  name: 'window-close',
  text: `
    with due as (
      select * from unnest($4::text[], $5::text[], $6::text[]) as t(id, namespace, answer_id)
    ), gone as (
      delete from open_window w using due d
      where w.organization = $1 and w.judgment_id = $2 and w.namespace = d.namespace and w.answer_id = d.answer_id
      returning d.id as new_id, w.*
    )
    insert into outcome (organization, judgment_id, namespace, id, document, identity, value, escape, source, observed_at,
      answer_id, version, document_version, engine_version, judged_at, number, features, parts, author)
    select organization, judgment_id, namespace, new_id, document, 'implicit&answer=' || answer_id, 'false'::jsonb, false, 'implicit',
      judged_at + $3 * interval '1 ms', answer_id, version, document_version, engine_version, judged_at, number,
      features, parts, '${implicitAuthor}'
    from gone g
    where not exists (select from outcome o
      where o.organization = g.organization and o.judgment_id = g.judgment_id and o.namespace = g.namespace
        and o.document = g.document and (o.answer_id = g.answer_id
          or (o.observed_at > g.judged_at and o.observed_at <= g.judged_at + $3 * interval '1 ms' and o.source <> 'implicit')))
    order by document on conflict do nothing`,
};

/** Opens windows for answers of judgments that have the setting. An answer that has a window already keeps it. */
export async function openWindows(to: Queryable, arrived: ArrivedLabel[]): Promise<void> {
  if (arrived.length === 0) return;
  await to.query(open, [JSON.stringify(arrived.map(arrivedToRow))]);
}

/** All judgments with the setting `outcomes.implicit`. */
export async function readImplicit(from: Queryable): Promise<ImplicitJudgment[]> {
  return (await from.query<ImplicitJudgment>(judgments)).rows;
}

/** Locks windows that end now or earlier, oldest first. @param afterMs length of a window, in milliseconds */
export async function lockDueWindows(
  tx: Queryable,
  { organization, judgment_id, scope }: ImplicitJudgment,
  afterMs: number,
  limit: number,
): Promise<DueWindow[]> {
  return (await tx.query<DueWindow>(due, [organization, judgment_id, scope, afterMs, limit])).rows;
}

/** Closes windows; each makes its implicit no unless it has an outcome. @param ids new outcome ids, one for each window */
export async function closeWindows(
  tx: Queryable,
  { organization, judgment_id }: ImplicitJudgment,
  afterMs: number,
  windows: DueWindow[],
  ids: string[],
): Promise<void> {
  const [namespaces, answers] = [windows.map(({ namespace }) => namespace), windows.map(({ answer_id }) => answer_id)];
  await tx.query(close, [organization, judgment_id, afterMs, ids, namespaces, answers]);
}
