import { ScanDocuments, ScannedDocuments } from '@app/contracts';
import { isTemplate } from '@app/definition';
import { SqlScope, filterSql, parseFilter } from '@app/filter';
import { Injectable } from '@nestjs/common';
import { openFanoutSql } from '../answer/answer-row';
import { Columns } from '../column/columns.service';
import { InForce } from '../column/in-force';
import { JudgmentInForce } from '../column/judgment-column';
import { sqlEnvOf } from '../reading/sql-env';
import { askAnswers, readDocuments } from '../reading/read.store';
import { LeafPool } from './leaf.pool';

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

  /** In pages by name; with totals only those that hold documents, and what the page's namespaces have together. */
  private async namespaces({
    organization,
    namespace,
    after,
    limit,
    totals,
  }: ScanDocuments): Promise<ScannedDocuments> {
    const { rows } = await this.pool.query<{ name: string; documents: string; changes_per_day: number }>(
      `with page as (
         select id, name, extract(epoch from app.now() - created_at)::float8 / 86400 as age_days
         from namespace where organization = $1 and starts_with(name, $2) and not deleting
           and ($3::text is null or name > $3) order by name limit $4::int)
       select p.name, coalesce(sum(c.documents), 0) as documents,
         coalesce(sum(c.changes) filter (where c.day > (app.now() at time zone 'UTC')::date - ${rateDays}), 0)
           / least(${rateDays}, greatest(1, min(p.age_days))) as changes_per_day
       from page p left join namespace_counter c on $5 and c.namespace_id = p.id
       group by p.name order by p.name`,
      [organization, namespace.slice(0, -1), after, limit, totals],
    );
    const next = rows.length === limit && limit > 0 ? rows[limit - 1].name : null;
    if (!totals) return { ids: rows.map(({ name }) => name), next, count: null, changes_per_day: null };
    const holding = rows.filter(({ documents }) => Number(documents) > 0);
    const count = holding.reduce((sum, { documents }) => sum + Number(documents), 0);
    const changes_per_day = holding.reduce((sum, each) => sum + Number(each.changes_per_day), 0);
    return { ids: holding.map(({ name }) => name), next, count, changes_per_day };
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
