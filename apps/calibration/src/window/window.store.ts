import { DATABASE } from '@app/boot';
import { Database, Named, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { Arrived } from '../binding/binding.store';

/** A judgment whose answers become an implicit no when nothing has happened for a while. */
export interface Implicit {
  organization: string;
  judgment_id: string;
  scope: string;
  /** The setting's duration, such as `30d`. */
  after: string;
  /** The active version's, in milliseconds: until then it may still happen. */
  horizon_ms: string;
}

export interface DueWindow {
  namespace: string;
  document: string;
  answer_id: string;
}

/** Of a detached copy and the template it came from, the copy's setting counts in its namespace. */
const open: Named = {
  name: 'window-open',
  text: `
    insert into open_window (organization, judgment_id, scope, namespace, document, answer_id, version, document_version,
      engine_version, judged_at, number)
    select c.organization, c.judgment_id, j.scope, c.namespace, c.document, c.answer_id, c.version, c.document_version,
      c.engine_version, c.judged_at, c.number
    from jsonb_to_recordset($1::jsonb) as c(organization text, namespace text, judgment_id text, document text, answer_id text,
        version int, document_version bigint, engine_version text, judged_at timestamptz, number double precision)
      join lateral (
        select scope, outcomes from judgment j
        where j.organization = c.organization and j.judgment_id = c.judgment_id and j.kind = 'judgment' and not j.archived
          and (j.scope = c.namespace or (j.scope like '%/*' and starts_with(c.namespace, left(j.scope, -1))))
        order by length(j.scope) desc limit 1
      ) j on j.outcomes ? 'implicit'
    order by c.organization, c.judgment_id, c.namespace, c.answer_id
    on conflict do nothing`,
};

const judgments: Named = {
  name: 'window-judgments',
  text: `select organization, judgment_id, scope, outcomes -> 'implicit' ->> 'after' as after, horizon_ms from judgment
         where kind = 'judgment' and not archived and outcomes ? 'implicit'`,
};

const due: Named = {
  name: 'window-due',
  text: `select namespace, document, answer_id from open_window
         where organization = $1 and judgment_id = $2 and scope = $3 and judged_at <= app.now() - $4 * interval '1 ms'
         order by judged_at limit $5 for update skip locked`,
};

/**
 * An answer that has an outcome is no implicit one, wherever the outcome came from and whatever a report leaves out; nor
 * is one in whose window something was observed of its document.
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
      answer_id, version, document_version, engine_version, judged_at, number)
    select organization, judgment_id, namespace, new_id, document, 'implicit&answer=' || answer_id, 'false'::jsonb, false, 'implicit',
      judged_at + $3 * interval '1 ms', answer_id, version, document_version, engine_version, judged_at, number
    from gone g
    where not exists (select from outcome o
      where o.organization = g.organization and o.judgment_id = g.judgment_id and o.namespace = g.namespace
        and o.document = g.document and (o.answer_id = g.answer_id
          or (o.observed_at > g.judged_at and o.observed_at <= g.judged_at + $3 * interval '1 ms' and o.source <> 'implicit')))
    order by document on conflict do nothing`,
};

@Injectable()
export class WindowStore {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Opens windows for answers of judgments that have the setting; the same answer again changes nothing. */
  async open(arrived: Arrived[]): Promise<void> {
    if (arrived.length === 0) return;
    const rows = arrived.map(({ organization, namespace, judgmentId, document, label }) => ({
      organization,
      namespace,
      judgment_id: judgmentId,
      document,
      answer_id: label.answerId,
      version: label.version,
      document_version: label.documentVersion,
      engine_version: label.engineVersion,
      judged_at: label.judgedAt,
      number: label.number,
    }));
    await this.database.query(open, [JSON.stringify(rows)]);
  }

  async judgments(): Promise<Implicit[]> {
    return (await this.database.query<Implicit>(judgments)).rows;
  }

  async due(tx: Tx, { organization, judgment_id, scope }: Implicit, afterMs: number, limit: number) {
    const { rows } = await tx.query<DueWindow>(due, [organization, judgment_id, scope, afterMs, limit]);
    return rows;
  }

  /** Closes windows; each makes its outcome unless there is one. @param ids new ids, one a window */
  async close(tx: Tx, { organization, judgment_id }: Implicit, afterMs: number, windows: DueWindow[], ids: string[]) {
    await tx.query(close, [
      organization,
      judgment_id,
      afterMs,
      ids,
      windows.map(({ namespace }) => namespace),
      windows.map(({ answer_id }) => answer_id),
    ]);
  }
}
