import type { CountEpochs, EpochCount, JudgmentToCount } from '@app/contracts/documents';
import { isTemplate } from '@app/definition';
import { SqlScope, filterSql, parseFilter } from '@app/filter';
import type { Named, Queryable } from '@app/persistence';
import type { CountLimits } from './answer-count.store';

type Epochs = CountEpochs['epochs'];

/** The namespaces where a judgment is in force, $1 to $4, and its answers, $5. */
const own = `
  own as materialized (
    select id from namespace
    where organization = $1 and (name = $2 or starts_with(name, $3)) and not deleting
      and not exists (
        select from unnest($4::text[]) other
        where name = other or (other like '%/*' and starts_with(name, left(other, -1))))
  )`;
const ofJudgment = 'own join answer a on a.namespace_id = own.id and a.judgment_id = $5';

/** The index alone counts, and stops past the most that are read one by one. */
const probe: Named = {
  name: 'reader-epoch-count-probe',
  text: `with ${own} select count(*)::int as n from (select from ${ofJudgment} limit $6::int) few`,
};

/** Those with the lowest hash of their document: each has the same chance, and it is the same ones each time. */
const lowest = `
  order by hashtextextended(a.namespace_id || ' ' || a.document_id, 0), a.namespace_id, a.document_id limit $6::int`;

/** Parameters before those of the judgment's filter. */
const fixed = 8;

/**
 * Counts the current answers of a judgment that were given in one of the epochs, of documents to which it applies: of all of them,
 * or past `limits.exact` of a sample, which finds at least so many.
 */
export async function countInEpochs(
  from: Queryable,
  organization: string,
  judgment: JudgmentToCount,
  epochs: Epochs,
  limits: CountLimits,
): Promise<EpochCount> {
  const { judgment_id, namespace, without, applies_to } = judgment;
  const prefix = isTemplate(namespace) ? namespace.slice(0, -1) : null;
  const place = [organization, prefix === null ? namespace : null, prefix, without, judgment_id];
  const few = (await from.query<{ n: number }>(probe, [...place, limits.exact + 1])).rows[0].n;
  const isSampled = few > limits.exact;
  // A filter of a judgment reads nothing but its document, so that one statement serves all namespaces.
  const scope = new SqlScope({ firstParam: fixed + 1, namespaceId: '0', attributes: 'document', judgment: noJudgment });
  const filter = parseFilter(applies_to ?? {}, { pointer: '', allow: { answers: false, within: false } });
  const { rows } = await from.query<{ answers: number }>(
    `with ${own}, chosen as materialized (
       select a.namespace_id, a.document_id from ${ofJudgment} ${isSampled ? lowest : 'limit $6::int'}
     )
     select count(*)::int as answers from chosen c
       join answer a on (a.namespace_id, a.document_id, a.judgment_id) = (c.namespace_id, c.document_id, $5)
       join document d on (d.namespace_id, d.id) = (c.namespace_id, c.document_id)
     where a.record > 0 and a.epoch = any($7::text[]) and (a.body -> 'engine' ->> 'name') || ' ' || a.epoch = any($8::text[])
       and ${filterSql(filter, scope)}`,
    [
      ...place,
      isSampled ? limits.sample : limits.exact,
      [...new Set(epochs.map(({ engine_version: epoch }) => epoch))],
      epochs.map(({ engine, engine_version: epoch }) => `${engine} ${epoch}`),
      ...scope.params,
    ],
  );
  return { judgment_id, answers: rows[0].answers, at_least: isSampled };
}

function noJudgment(): undefined {
  return undefined;
}
