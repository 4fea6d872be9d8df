import { ScanDocuments, ScannedDocuments } from '@app/contracts';
import { isTemplate } from '@app/definition';
import { SqlScope, filterSql, parseFilter } from '@app/filter';
import { Injectable } from '@nestjs/common';
import { openFanoutSql } from '../answer/answer-row';
import { sqlEnvOf } from '../answer/sql-env';
import { askAnswers, readDocuments } from '../reading/read.store';
import { InForce } from '../snapshot/in-force';
import { JudgmentInForce } from '../snapshot/known-judgment';
import { Columns } from '../snapshot/snapshots.service';
import { LeafPool } from './reader.pool';

const rateDays = 30;

interface Totals {
  matching: string;
  documents: string;
  changes: string;
  age_days: number;
}

/** Documents that are looked for: SQL after `from`, and what it names. */
interface Chosen {
  sql: string;
  scope: SqlScope;
}

/** Ids in order, counts and change rates by filter, for estimates and backfills. */
@Injectable()
export class ScanService {
  constructor(
    private readonly pool: LeafPool,
    private readonly columns: Columns,
  ) {}

  async scan(query: ScanDocuments): Promise<ScannedDocuments> {
    const { organization, namespace, limit } = query;
    if (isTemplate(namespace)) return this.namespaces(query);
    const nothing = { attributes: false, state: false, images: false, answers: false };
    const place = await readDocuments(this.pool, organization, namespace, [], nothing);
    const inForce = place && (await this.columns.at(organization, namespace, place.revisions, this.pool));
    const judgment = query.judgment === undefined ? undefined : inForce?.judgmentById(query.judgment);
    if (!place || !inForce || (query.judgment !== undefined && !judgment)) {
      return { ids: [], next: null, count: query.totals ? 0 : null, changes_per_day: query.totals ? 0 : null };
    }
    // A statement has parameters of its own, so each begins anew.
    const choose = (): Chosen => chosenBy(query, place, inForce, judgment);
    const ids = limit > 0 ? await this.page(choose(), query.after, limit) : [];
    const totals = query.totals ? await this.totals(choose()) : null;
    if (query.mark === true && judgment && ids.length > 0) {
      const pairs = ids.map((document) => ({ document, judgmentId: judgment.judgmentId }));
      await askAnswers(this.pool, place.namespaceId, pairs);
    }
    const next = limit > 0 && ids.length === limit ? ids[ids.length - 1] : null;
    return { ids, next, count: totals?.count ?? null, changes_per_day: totals?.changesPerDay ?? null };
  }

  /** In pages by name; totals are of all of them together. */
  private async namespaces(query: ScanDocuments): Promise<ScannedDocuments> {
    const { limit, totals } = query;
    const ids = limit > 0 ? await this.names(query) : [];
    const sums = totals ? await this.prefixTotals(query) : null;
    const next = limit > 0 && ids.length === limit ? ids[ids.length - 1] : null;
    return { ids, next, count: sums?.count ?? null, changes_per_day: sums?.changesPerDay ?? null };
  }

  private async names({ organization, namespace, after, limit, holding = false }: ScanDocuments): Promise<string[]> {
    const { rows } = await this.pool.query<{ name: string }>(
      `select name from namespace n where organization = $1 and starts_with(name, $2) and not deleting
         and ($3::text is null or name > $3) and (not $5 or exists (select from document d where d.namespace_id = n.id))
       order by name limit $4::int`,
      [organization, namespace.slice(0, -1), after, limit, holding],
    );
    return rows.map(({ name }) => name);
  }

  private async prefixTotals({
    organization,
    namespace,
  }: ScanDocuments): Promise<{ count: number; changesPerDay: number }> {
    const { rows } = await this.pool.query<{ documents: string; changes_per_day: number }>(
      `select coalesce(sum(documents), 0) as documents,
         coalesce(sum(changes / least(${rateDays}, greatest(1, age_days))) filter (where documents > 0), 0)::float8 as changes_per_day
       from (
         select sum(c.documents) as documents, extract(epoch from app.now() - n.created_at) / 86400 as age_days,
           coalesce(sum(c.changes) filter (where c.day > (app.now() at time zone 'UTC')::date - ${rateDays}), 0) as changes
         from namespace n join namespace_counter c on c.namespace_id = n.id
         where n.organization = $1 and starts_with(n.name, $2) and not n.deleting
         group by n.id) each`,
      [organization, namespace.slice(0, -1)],
    );
    return { count: Number(rows[0].documents), changesPerDay: Number(rows[0].changes_per_day) };
  }

  private async page({ sql, scope }: Chosen, after: string | null, limit: number): Promise<string[]> {
    const start = `${scope.param(after)}::text`;
    const { rows } = await this.pool.query<{ id: string }>(
      `select d.id ${sql} and (${start} is null or d.id > ${start}) order by d.id limit ${scope.param(limit)}::int`,
      scope.params,
    );
    return rows.map(({ id }) => id);
  }

  /** Changes of the last 30 days (or since the namespace began), shared out to the documents that match. */
  private async totals({ sql, scope }: Chosen): Promise<{ count: number; changesPerDay: number }> {
    const namespace = scope.namespaceParam();
    const { rows } = await this.pool.query<Totals>(
      `select (select count(*) ${sql}) as matching,
         (select coalesce(sum(documents), 0) from namespace_counter where namespace_id = ${namespace}) as documents,
         (select coalesce(sum(changes), 0) from namespace_counter
           where namespace_id = ${namespace} and day > (app.now() at time zone 'UTC')::date - ${rateDays}) as changes,
         (select extract(epoch from app.now() - created_at)::float8 / 86400 from namespace where id = ${namespace}) as age_days`,
      scope.params,
    );
    const [{ matching: count, documents, changes, age_days }] = rows;
    const days = Math.min(rateDays, Math.max(1, age_days));
    const share = Number(documents) > 0 ? Number(count) / Number(documents) : 0;
    return { count: Number(count), changesPerDay: (Number(changes) / days) * Math.min(1, share) };
  }
}

/** The documents of a filter; with a judgment those that it applies to, of these the ones whose answer is as asked. */
function chosenBy(
  query: ScanDocuments,
  place: { namespaceId: string; paused: boolean },
  inForce: InForce,
  judgment: JudgmentInForce | undefined,
): Chosen {
  const scope = new SqlScope(sqlEnvOf(inForce, place.namespaceId, place.paused, 1));
  const filter = parseFilter(query.filter ?? {}, { pointer: '/filter', allow: { answers: true, within: true } });
  const conditions = [`d.namespace_id = ${scope.namespaceParam()}`, filterSql(filter, scope)];
  if (judgment?.appliesToFilter && query.version === undefined)
    conditions.push(filterSql(judgment.appliesToFilter, scope));
  if (judgment && query.only !== undefined) conditions.push(answerSql(judgment, query, scope));
  return { sql: `from document d ${scope.joins()} where ${conditions.join(' and ')}`, scope };
}

/** Missing: no answer yet. Stale: one that the status rule calls so. Failed: the last try failed. */
function answerSql(judgment: JudgmentInForce, { only = [], version }: ScanDocuments, scope: SqlScope): string {
  // Made only where it is said: a statement must use each of its parameters.
  const own = (): string =>
    `select from answer a where a.namespace_id = d.namespace_id and a.document_id = d.id
       and a.judgment_id = ${scope.param(judgment.judgmentId)}::text`;
  const outdated = (): string =>
    `a.version is distinct from ${scope.param(version ?? judgment.activeVersion)}::int or a.seen <> a.wanted
       or ${openFanoutSql(judgment.judgmentId)('d')}`;
  const tests: Record<string, () => string> = {
    missing: () => `not exists (${own()} and a.record > 0)`,
    stale: () => `exists (${own()} and a.record > 0 and (${outdated()}))`,
    failed: () => `exists (${own()} and a.failure is not null)`,
  };
  return `(${only.map((one) => tests[one]?.() ?? 'true').join(' or ')})`;
}
