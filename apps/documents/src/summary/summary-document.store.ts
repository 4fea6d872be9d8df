import type { Queryable, Tx } from '@app/persistence';
import { scopeChain } from '@app/definition';
import type { SummaryRow, SummarySweep } from './summary.store';

/**
 * Whose document stands where a summary writes one. `leaving` is the document of another summary, which is about to delete it, and
 * `foreign` one that no summary made, or another one writes.
 */
export type Holder = 'absent' | 'own' | 'leaving' | 'foreign';

/** SQL of whether the note `m` is of the document `d` and not of an earlier one of its id. */
const isOfIt = '(m.born is null or m.born = d.born)';

/** Whose document stands where a summary writes that of a tenant. Called under the document's lock. */
export async function readHolder(
  tx: Tx,
  { id, organization, body }: SummaryRow,
  tenant: string,
): Promise<{ holder: Holder; born: string | null }> {
  const { rows } = await tx.query<{ holder: Holder; born: string }>(
    `select d.born, case
       when exists (select from summary_document m where m.summary_id = $1 and m.place = $3 and m.tenant = $4 and ${isOfIt}) then 'own'
       when exists (select from summary s join summary_document m on m.summary_id = s.id and m.place = $3 and m.tenant = $4
         where s.organization = $2 and s.scope = any($5::text[]) and s.id <> $1 and ${isOfIt}
           and (s.ending or s.body ->> 'into' <> $3)) then 'leaving'
       else 'foreign' end as holder
     from namespace n join document d on d.namespace_id = n.id and d.id = $4
     where n.organization = $2 and n.name = $3`,
    [id, organization, body.into, tenant, scopeChain(tenant)],
  );
  return rows[0] ?? { holder: 'absent', born: null };
}

/** @param born the version with which the document was made */
export async function noteDocument(
  tx: Tx,
  { id, body }: SummaryRow,
  tenant: string,
  born: string | number,
): Promise<void> {
  await tx.query(
    `insert into summary_document as m (summary_id, place, tenant, born) values ($1, $2, $3, $4)
     on conflict (summary_id, place, tenant) do update set born = excluded.born where m.born is distinct from excluded.born`,
    [id, body.into, tenant, born],
  );
}

/** A note of a document that is to go. */
export interface LeftDocument {
  place: string;
  tenant: string;
  /** Null in notes of builds that did not keep it. */
  born: string | null;
}

/** Documents of tenants that have gone, of another `into`, or of a summary that ends; those of one namespace. */
export async function readLeftDocuments(
  from: Queryable,
  { id, organization, body, ending }: SummarySweep,
  limit: number,
): Promise<LeftDocument[]> {
  const { rows } = await from.query<LeftDocument>(
    `with gone as (
       select place, tenant, born from summary_document d where d.summary_id = $1 and ($2 or d.place <> $3
         or not exists (select from namespace n where n.organization = $4 and n.name = d.tenant))
       order by place, tenant limit $5
     ) select * from gone where place = (select min(place) from gone)`,
    [id, ending, body.into, organization, limit],
  );
  return rows;
}

/** A document that a summary leaves. */
export interface LeavingDocument {
  id: string;
  /** It holds members that the summary did not write. */
  isShared: boolean;
}

/**
 * Those of left documents that are the summary's own still, and that no other summary of their place writes. Called under
 * their locks.
 */
export async function readLeaving(
  tx: Tx,
  { id, organization }: SummaryRow,
  documents: readonly LeftDocument[],
): Promise<LeavingDocument[]> {
  const [{ place }] = documents;
  const { rows } = await tx.query<LeavingDocument>(
    `select d.id, d.attributes - 'tenant' <> '{}' or d.state - 'groups' <> '{}' or d.images <> '{}' as "isShared"
     from namespace n cross join unnest($4::text[], $5::bigint[]) l(tenant, born)
       join document d on d.namespace_id = n.id and d.id = l.tenant and (l.born is null or l.born = d.born)
     where n.organization = $2 and n.name = $3 and not exists (
       select from summary s join summary_document m on m.summary_id = s.id and m.place = $3 and m.tenant = d.id
       where s.organization = $2 and s.id <> $1 and not s.ending and s.body ->> 'into' = $3 and ${isOfIt})`,
    [id, organization, place, documents.map(({ tenant }) => tenant), documents.map(({ born }) => born)],
  );
  return rows;
}

export async function forgetDocuments(tx: Tx, { id }: SummaryRow, documents: readonly LeftDocument[]): Promise<void> {
  await tx.query(
    `delete from summary_document d using unnest($2::text[], $3::text[]) x(place, tenant)
     where d.summary_id = $1 and d.place = x.place and d.tenant = x.tenant`,
    [id, documents.map(({ place }) => place), documents.map(({ tenant }) => tenant)],
  );
}
