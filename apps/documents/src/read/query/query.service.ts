import { CLOCK, CONFIG, DATABASE } from '@app/boot';
import { Call, RawReply } from '@app/bus';
import type { NamespaceRef } from '@app/contracts';
import type { QueryBody } from '@app/contracts/documents';
import { encodeCursor } from '@app/filter';
import { Turn } from '@app/observability';
import type { Clock } from '@app/observability';
import { Database, Queryable } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { sqlEnvOf } from '../../answer/sql-env';
import { noNamespace } from '../../namespace/refusal';
import { ScanPool } from '../../document/pool/scan.pool';
import { PairsService } from '../../pair/pairs.service';
import { answersFor, documentText } from '../by-id/document-view';
import { fitting, listBody } from '../by-id/page';
import { DocumentText, noParts } from '../by-id/fitting-sql';
import { NamespaceState, NamespaceStateRow, namespaceStateOf, readDocuments } from '../by-id/read.store';
import { Selection, judgmentsOf, partsOf, selectionOf } from '../by-id/selection';
import { InForce, JudgmentInForce } from '../../namespace/snapshot/in-force';
import { Snapshots } from '../../namespace/snapshot/snapshots';
import { ParsedQuery, parseQuery } from './query';
import { QueryPlan, planQuery, scannedTooFar } from './query-plan';
import { KeyRow, Statement, firstFreeParam, queryStatement } from './query-statement';
import { ScanEstimates } from './scan-estimate';

interface Row extends NamespaceStateRow, Omit<DocumentText, 'id'> {
  count: string | null;
  /** The id up to which a page looked that ended without being full; null for others. */
  ended_at: string | null;
  /** Rows of the driving equality that were looked at; null where a page may end early. */
  looked: number | null;
  /** Whether the page's rows were complete; else it says nothing. Null when the pair that it read is gone. */
  is_ready: boolean | null;
  id: string | null;
  fits: boolean | null;
}

/** A row with a document; a namespace without matches has one row without. */
type FoundRow = Row & KeyRow;

/** What a query shows and reads of answers. */
interface Reads {
  selection: Selection;
  /** Judgments whose answers the page shows. */
  shown: readonly JudgmentInForce[];
  /** These, and those that filter and order read: their stale answers count. */
  counted: readonly JudgmentInForce[];
}

/** A query as it runs. */
interface Planned extends Statement {
  query: ParsedQuery;
  reads: Reads;
  plan: QueryPlan;
}

/** Reasons of refusals that say something of the namespace, and not of the request alone. */
const dependsOnState: ReadonlySet<string | undefined> = new Set(['unknown_path', 'scan_too_large']);
const maxRounds = 4;
const namespacesInMemory = 5_000;

/** Finds stored documents and answers by filter: in one round trip while memory is up to date and an index serves the query. */
@Injectable()
export class QueryService {
  private readonly states = new LRUCache<string, NamespaceState>({ max: namespacesInMemory });
  private readonly estimates: ScanEstimates;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: { scanLimit: number },
    private readonly snapshots: Snapshots,
    private readonly scans: ScanPool,
    private readonly pairs: PairsService,
  ) {
    this.estimates = new ScanEstimates(database);
  }

  /** The page. */
  async query(namespace: string, body: QueryBody, call: Call): Promise<RawReply> {
    const ref = { organization: call.who.organization, namespace };
    for (let round = 0; round < maxRounds; round++) {
      const page = await this.tryQuery(ref, body, call);
      if (page !== null) return page;
    }
    throw new Problem('unavailable', 'The namespace keeps changing its settings; try again.', {}, { retryAfterS: 1 });
  }

  /** @returns null when memory was outdated; it is up to date for the next try */
  private async tryQuery(ref: NamespaceRef, body: QueryBody, call: Call): Promise<RawReply | null> {
    const state = await this.readStateOf(ref);
    const inForce = await this.snapshots.readAt(ref, state.revisions);
    const planned = await this.plan(ref, state, inForce, body);
    if (planned === null) return null;
    const { query, reads, plan } = planned;
    const rows = await readPage(this.scans.of(ref.organization, call), planned);
    if (!this.isUpToDate(ref, state, inForce, rows)) return null;
    if (!rows[0].is_ready) {
      this.pairs.forget(state.namespaceId);
      return null;
    }
    const isRefused = rows[0].ended_at !== null && plan.walk !== null && !planned.goesOn;
    this.noteUse(ref, state, plan, isRefused ? Infinity : rows[0].looked);
    if (isRefused) throw scannedTooFar(query, plan.walk!);
    return readPageText(query, reads, rows, planned, this.clock.now());
  }

  /** @param looked rows of the equality that were looked at; infinite for a refused query, null where nobody knows */
  private noteUse(
    { organization }: NamespaceRef,
    { namespaceId }: NamespaceState,
    { pair }: QueryPlan,
    looked: number | null,
  ): void {
    if (pair?.ready) this.pairs.noteUsed(pair.ready.id);
    else if (pair && looked !== null) this.pairs.noteMissed({ organization, namespaceId, ...pair.attributes }, looked);
  }

  /**
   * The query as a statement.
   * @returns null when memory was outdated, so that its refusal says nothing; it is up to date for the next try
   * @throws Problem `invalid_request`
   */
  private async plan(
    ref: NamespaceRef,
    state: NamespaceState,
    inForce: InForce,
    body: QueryBody,
  ): Promise<Planned | null> {
    try {
      const query = parseQuery(body, inForce);
      const reads = readsOf(body, query, inForce);
      return { query, reads, ...(await this.planStatement(ref, state, inForce, query, reads)) };
    } catch (error) {
      if (!(error instanceof Problem) || !dependsOnState.has(error.details.reason)) throw error;
      // What a write or a judgment has changed since the last query may allow what memory refuses.
      this.states.delete(keyOf(ref));
      const now = await this.readStateOf(ref);
      if (isSame(now, state, inForce)) throw error;
      return null;
    }
  }

  /** What memory holds of the namespace, or what a statement reads. @throws Problem `not_found` */
  private async readStateOf(ref: NamespaceRef): Promise<NamespaceState> {
    const key = keyOf(ref);
    const known = this.states.get(key);
    if (known) return known;
    const rows = await readDocuments(this.database, ref, [], noParts);
    if (rows === null) throw noNamespace(ref);
    this.states.set(key, rows);
    return rows;
  }

  /** @throws Problem `invalid_request`, reason `scan_too_large` */
  private async planStatement(
    ref: NamespaceRef,
    { namespaceId, paused }: NamespaceState,
    inForce: InForce,
    query: ParsedQuery,
    { selection, counted }: Reads,
  ): Promise<Statement & { plan: QueryPlan }> {
    const planEnv = sqlEnvOf(inForce, namespaceId, paused, 1);
    const { estimates, pairs } = this;
    const plan = await planQuery(query, planEnv, { estimates, pairs }, this.config.scanLimit);
    const env = sqlEnvOf(inForce, namespaceId, paused, firstFreeParam, plan.attributes);
    const parts = partsOf(selection, inForce, counted.length > 0);
    const judgmentIds = counted.map(({ judgmentId }) => judgmentId);
    return { plan, ...queryStatement(ref, query, env, plan, parts, judgmentIds) };
  }

  /** Whether the statement read the state that the query was compiled for. Remembers the state that it read. */
  private isUpToDate(ref: NamespaceRef, state: NamespaceState, inForce: InForce, rows: Row[]): boolean {
    const key = keyOf(ref);
    if (rows.length === 0) {
      this.states.delete(key);
      return false;
    }
    const now = namespaceStateOf(rows[0]);
    if (isSame(now, state, inForce)) return true;
    this.states.set(key, now);
    return false;
  }
}

/** Whether a query that was compiled for a state and what is in force may be answered in the state of now. */
function isSame(now: NamespaceState, state: NamespaceState, inForce: InForce): boolean {
  return (
    now.namespaceId === state.namespaceId &&
    now.paused === state.paused &&
    now.revisions.organization === inForce.revision &&
    now.revisions.engines === state.revisions.engines
  );
}

/** The cursor of a page that ended at an id while it looked for documents without a key. */
function cursorAt(query: ParsedQuery, keysOf: Statement['keysOf'], endedAt: string | null): string | null {
  return endedAt === null ? null : encodeCursor(query.order, keysOf({ id: endedAt, key: null }));
}

/** The rows of a page. Their texts are within the size of a response. */
async function readPage(from: Queryable, { statement, measured, params }: Statement): Promise<Row[]> {
  const { rows } = await from.query<Row>(statement, params);
  if (measured === null || rows.every(({ id, fits }) => id === null || fits)) return rows;
  return (await from.query<Row>(measured(), params)).rows;
}

function keyOf({ organization, namespace }: NamespaceRef): string {
  return `${organization} ${namespace}`;
}

function readsOf(body: QueryBody, query: ParsedQuery, inForce: InForce): Reads {
  const selection = selectionOf(body.include, body.judgments);
  const shown = selection.include.has('answers') || body.judgments ? judgmentsOf(inForce, selection) : [];
  const named = query.judgments.flatMap((name) => inForce.byName.get(name) ?? []);
  return { selection, shown, counted: [...new Set([...shown, ...named])] };
}

/** The page as JSON. It ends before the documents pass the size of a response. */
async function readPageText(
  query: ParsedQuery,
  { selection, shown, counted }: Reads,
  rows: Row[],
  { keysOf }: Statement,
  nowMs: number,
): Promise<RawReply> {
  const found = rows.filter((row): row is FoundRow => row.id !== null);
  const fits = found.slice(0, query.limit).filter((row) => row.fits);
  const read: { text: string; isStale: boolean }[] = [];
  const turn = new Turn();
  for (const row of fits) {
    const answers = answersFor(row, counted, rows[0], nowMs);
    const visible = answers.filter(({ judgment }) => shown.includes(judgment));
    const isStale = answers.some(({ status }) => status === 'stale');
    read.push({ text: documentText(row, selection, visible), isStale });
    if (turn.isOver) await turn.next();
  }
  const page = read.slice(0, fitting(read.map(({ text }) => text)));
  const last = found[page.length - 1];
  const hasMore = found.length > page.length && last !== undefined;
  const tail = {
    next_cursor: hasMore ? encodeCursor(query.order, keysOf(last)) : cursorAt(query, keysOf, rows[0].ended_at),
    stale_count: page.filter(({ isStale }) => isStale).length,
    ...(query.count && { count: Number(rows[0].count) }),
  };
  const texts = page.map(({ text }) => text);
  return new RawReply(listBody(texts, JSON.stringify(tail)));
}
