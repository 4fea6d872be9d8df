import type { MeteredNamespace } from '@app/contracts/documents';
import type { Named, Queryable, Tx } from '@app/persistence';

/** Measures namespaces and stores the figures that differ from the last measurement. */
const measure: Named = {
  name: 'meter-measure',
  text: `
    with page as (
      select id, organization, name, pinned from namespace where id = any($1::bigint[]) and not deleting
    ), figures as materialized (
      select p.*, c.documents, c.bytes, c.month from page p, lateral (
        select coalesce(sum(documents), 0)::bigint as documents, coalesce(sum(bytes), 0)::bigint as bytes,
          to_char(max(day) filter (where changes > 0 and day > '-infinity'), 'YYYY-MM') as month
        from namespace_counter where namespace_id = p.id) c
    ), moved as (
      insert into metered as m (namespace_id, organization, documents, bytes, pinned, written_month)
      select id, organization, documents, bytes, pinned, month from figures order by id
      on conflict (namespace_id) do update set documents = excluded.documents, bytes = excluded.bytes,
        pinned = excluded.pinned, written_month = excluded.written_month
      where (m.documents, m.bytes, m.pinned, m.written_month)
        is distinct from (excluded.documents, excluded.bytes, excluded.pinned, excluded.written_month)
      returning m.namespace_id
    )
    select f.organization, f.name as namespace, f.documents, f.bytes, f.pinned, f.month as written_month,
      f.id in (select namespace_id from moved) as moved, app.now() as at
    from figures f order by f.id`,
};

interface MeasuredRow extends Omit<MeteredNamespace, 'documents' | 'bytes'> {
  organization: string;
  documents: string;
  bytes: string;
  moved: boolean;
  at: Date;
}

/** What was measured of a few namespaces. */
export interface Measurement {
  at: Date;
  /** Namespaces whose figures differ from the last measurement, by organization. */
  moved: Map<string, MeteredNamespace[]>;
}

/** Measures namespaces. @returns null when all of them are being deleted */
export async function measureNamespaces(tx: Tx, ids: readonly string[]): Promise<Measurement | null> {
  const { rows } = await tx.query<MeasuredRow>(measure, [ids]);
  if (rows.length === 0) return null;
  const moved = new Map<string, MeteredNamespace[]>();
  for (const { organization, namespace, documents, bytes, pinned, written_month, moved: isMoved } of rows) {
    if (!isMoved) continue;
    const namespaces = moved.get(organization) ?? [];
    moved.set(organization, namespaces);
    namespaces.push({ namespace, documents: Number(documents), bytes: Number(bytes), pinned, written_month });
  }
  return { at: rows[0].at, moved };
}

/** What an organization holds. */
export interface Totals {
  namespaces: number;
  documents: number;
  bytes: number;
}

/** The totals of the last measurement. */
export async function readTotalsOf(from: Queryable, organization: string): Promise<Totals> {
  const { rows } = await from.query<{ namespaces: string; documents: string; bytes: string }>(
    `select count(*) as namespaces, coalesce(sum(documents), 0) as documents, coalesce(sum(bytes), 0) as bytes
     from metered where organization = $1`,
    [organization],
  );
  const [{ namespaces, documents, bytes }] = rows;
  return { namespaces: Number(namespaces), documents: Number(documents), bytes: Number(bytes) };
}
