import { MeteredNamespace } from '@app/contracts/documents';
import { Named, Queryable } from '@app/persistence';

/*
 * A pinned namespace is billed by size times seconds: `spans` multiplies the size measured last by the time since then,
 * month by month. A measurement that is not newer changes nothing, so a fact may come twice or late. The last insert
 * reads `counted`, since Postgres might otherwise overwrite the old row before `old` has read it.
 */
const measure: Named = {
  name: 'storage-measure',
  text: `
    with m as (
      select * from unnest($2::text[], $3::bigint[], $4::bigint[], $5::boolean[], $6::text[])
        as t(namespace, documents, bytes, pinned, written)
    ), at as (
      select coalesce($7::timestamptz, app.now()) as at
    ), old as materialized (
      select s.namespace, s.bytes, s.measured_at at time zone 'utc' as since, at.at at time zone 'utc' as until
      from at, storage s join m using (namespace)
      where s.organization = $1 and s.pinned and s.measured_at < at.at order by s.namespace for update of s
    ), spans as (
      select o.namespace, to_char(first, 'YYYY-MM') as month,
        o.bytes * extract(epoch from least(o.until, first + interval '1 month') - greatest(o.since, first)) as byte_seconds
      from old o, generate_series(date_trunc('month', o.since), o.until, interval '1 month') as first
    ), counted as (
      insert into pinned_month as p (organization, month, namespace, byte_seconds)
      select $1, month, namespace, byte_seconds from spans where byte_seconds > 0 order by 2, 3
      on conflict (organization, month, namespace) do update set byte_seconds = p.byte_seconds + excluded.byte_seconds
      returning 1
    ), written as (
      insert into tenant_month (organization, month, namespace)
      select $1, written, namespace from m where written is not null order by 2, 3 on conflict do nothing
    )
    insert into storage as s (organization, namespace, documents, bytes, pinned, measured_at)
    select $1, namespace, documents, bytes, pinned, at.at from m, at, (select count(*) from counted) as first order by namespace
    on conflict (organization, namespace) do update set documents = excluded.documents, bytes = excluded.bytes,
      pinned = excluded.pinned, measured_at = excluded.measured_at where s.measured_at < excluded.measured_at`,
};

/**
 * Takes what namespaces hold now, and adds what the pinned ones held since their last measurement to their months.
 * @param measuredAt RFC 3339; null for now
 */
export async function measureStorage(
  db: Queryable,
  organization: string,
  namespaces: readonly MeteredNamespace[],
  measuredAt: string | null,
): Promise<void> {
  await db.query(measure, [
    organization,
    namespaces.map(({ namespace }) => namespace),
    namespaces.map(({ documents }) => documents),
    namespaces.map(({ bytes }) => bytes),
    namespaces.map(({ pinned }) => pinned),
    namespaces.map(({ written_month: month }) => month),
    measuredAt,
  ]);
}
