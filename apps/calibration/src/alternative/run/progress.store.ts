import { Named, Queryable } from '@app/persistence';
import { Plan, PlannedRow } from '../quote/plan';
import { RunRow } from '../subject/run-row';

/** An ask of an erased namespace ends without an answer: its label went with the namespace. */
const open: Named = {
  name: 'alternative-progress-open',
  text: `
    select count(*)::int as n from unnest($5::text[], $6::text[]) as ask(answer_id, namespace)
    where not exists (select from alternative_answer a
        where (a.run, a.alternative, a.answer_id) = ($3, $4, ask.answer_id))
      and not (exists (select from namespace_erasure e where (e.organization, e.namespace) = ($1, ask.namespace))
        and not exists (select from outcome o where (o.organization, o.judgment_id, o.namespace, o.answer_id)
          = ($1, $2, ask.namespace, ask.answer_id)))`,
};

/** Asks of a row that have neither an answer nor a skip. */
export async function countOpen(from: Queryable, run: RunRow, { labels }: Plan, row: PlannedRow): Promise<number> {
  if (row.asks.length === 0) return 0;
  const asked = row.asks.map(({ label }) => labels[label]);
  const values = [run.organization, run.judgment_id, run.run, row.id];
  const { rows } = await from.query<{ n: number }>(open, [
    ...values,
    asked.map(({ answer }) => answer),
    asked.map(({ namespace }) => namespace),
  ]);
  return rows[0].n;
}
