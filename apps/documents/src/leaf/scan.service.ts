import { ScanDocuments, ScannedDocuments } from '@app/contracts';
import { parseFilter, toSql } from '@app/filter';
import { Injectable } from '@nestjs/common';
import { Columns } from '../column/columns.service';
import { sqlEnvOf } from '../reading/sql-env';
import { readDocuments } from '../reading/read.store';
import { LeafPool } from './leaf.pool';

const rateDays = 30;

interface Totals {
  matching: string;
  documents: string;
  changes: string;
  age_days: number;
}

/** Ids in order, counts and change rates by filter, for estimates and backfills. */
@Injectable()
export class ScanService {
  constructor(
    private readonly pool: LeafPool,
    private readonly columns: Columns,
  ) {}

  async scan(query: ScanDocuments): Promise<ScannedDocuments> {
    const { organization, namespace } = query;
    const nothing = { attributes: false, state: false, images: false, answers: false };
    const place = await readDocuments(this.pool, organization, namespace, [], nothing);
    if (place === null) {
      return { ids: [], next: null, count: query.totals ? 0 : null, changes_per_day: query.totals ? 0 : null };
    }
    const inForce = await this.columns.at(organization, namespace, place.revisions, this.pool);
    const filter = parseFilter(query.filter ?? {}, { pointer: '/filter', allow: { answers: true, within: true } });
    const sql = toSql(filter, sqlEnvOf(inForce, place.namespaceId, place.paused, 2));
    const matching = `from document d ${sql.joins} where d.namespace_id = $1::bigint and ${sql.where}`;
    const params = [place.namespaceId, ...sql.params];
    const ids = query.limit > 0 ? await this.page(matching, params, query.after, query.limit) : [];
    const totals = query.totals ? await this.totals(matching, params) : null;
    const next = query.limit > 0 && ids.length === query.limit ? ids[ids.length - 1] : null;
    return { ids, next, count: totals?.count ?? null, changes_per_day: totals?.changesPerDay ?? null };
  }

  private async page(matching: string, params: unknown[], after: string | null, limit: number): Promise<string[]> {
    const at = params.length + 1;
    const { rows } = await this.pool.query<{ id: string }>(
      `select d.id ${matching} and ($${at}::text is null or d.id > $${at}) order by d.id limit $${at + 1}::int`,
      [...params, after, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Changes of the last 30 days (or since the namespace began), shared out to the documents that match. */
  private async totals(matching: string, params: unknown[]): Promise<{ count: number; changesPerDay: number }> {
    const { rows } = await this.pool.query<Totals>(
      `select (select count(*) ${matching}) as matching,
         (select coalesce(sum(documents), 0) from namespace_counter where namespace_id = $1::bigint) as documents,
         (select coalesce(sum(changes), 0) from namespace_counter
           where namespace_id = $1::bigint and day > (app.now() at time zone 'UTC')::date - ${rateDays}) as changes,
         (select extract(epoch from app.now() - created_at)::float8 / 86400 from namespace where id = $1::bigint) as age_days`,
      params,
    );
    const [{ matching: count, documents, changes, age_days }] = rows;
    const days = Math.min(rateDays, Math.max(1, age_days));
    const share = Number(documents) > 0 ? Number(count) / Number(documents) : 0;
    return { count: Number(count), changesPerDay: (Number(changes) / days) * Math.min(1, share) };
  }
}
