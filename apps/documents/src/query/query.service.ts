import { CLOCK, CONFIG, DATABASE } from '@app/boot';
import { Call } from '@app/bus';
import { QueryBody } from '@app/contracts';
import { encodeCursor, toSql } from '@app/filter';
import type { DrivingEquality } from '@app/filter';
import type { Clock } from '@app/observability';
import { Database } from '@app/persistence';
import { Problem, invalid } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { sqlEnvOf } from '../answer/sql-env';
import { answersFor, documentText } from '../reading/document-view';
import { fitting } from '../reading/page';
import { DocumentText, readDocuments } from '../reading/read.store';
import { judgmentsOf, selectionOf, wantedOf } from '../reading/selection';
import { InForce } from '../snapshot/in-force';
import { Columns, Revisions } from '../snapshot/snapshots.service';
import { KeyRow, ParsedQuery, parseQuery, queryStatement } from './query';
import { ScanEstimates, drivingConditions } from './scan-estimate';

interface Place {
  namespaceId: string;
  paused: boolean;
  revisions: Revisions;
}

interface Row extends Omit<DocumentText, 'id'> {
  namespace_id: string;
  paused: boolean;
  columns: string;
  engines: string;
  count: string | null;
  id: string | null;
}

const firstParam = 6;
const maxRounds = 4;
const placesInMemory = 5_000;
/** Documents of a range up to which the index leads; beyond, a walk in the order of ids ends earlier. */
const fewDocuments = 2_000;

/** Stored documents and answers by filter: one round trip for what an index evidently serves. */
@Injectable()
export class QueryService {
  private readonly places = new LRUCache<string, Place>({ max: placesInMemory });
  private readonly estimates: ScanEstimates;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: { scanLimit: number },
    private readonly columns: Columns,
  ) {
    this.estimates = new ScanEstimates(database);
  }

  /** @returns JSON text of the page */
  async query(namespace: string, body: QueryBody, call: Call): Promise<string> {
    const { organization } = call.who;
    for (let round = 0; round < maxRounds; round++) {
      const place = await this.placeOf(organization, namespace);
      const text = await this.page(organization, namespace, body, place);
      if (text !== null) return text;
    }
    throw new Problem('unavailable', 'The namespace keeps changing its settings; try again.', {}, { retryAfterS: 1 });
  }

  private async placeOf(organization: string, namespace: string): Promise<Place> {
    const key = `${organization} ${namespace}`;
    const known = this.places.get(key);
    if (known) return known;
    const nothing = { attributes: false, state: false, images: false, answers: false };
    const rows = await readDocuments(this.database, organization, namespace, [], nothing);
    if (rows === null) {
      throw new Problem('not_found', `There is no namespace \`${namespace}\`; a first write or a create makes it.`);
    }
    this.places.set(key, rows);
    return rows;
  }

  /** @returns null when what it went by has moved */
  private async page(organization: string, namespace: string, body: QueryBody, place: Place): Promise<string | null> {
    const inForce = await this.columns.at(organization, namespace, place.revisions);
    const query = parseQuery(body, inForce);
    const selection = selectionOf(body.include, body.judgments);
    const asked = selection.include.has('answers') || body.judgments ? judgmentsOf(inForce, selection) : [];
    const named = query.judgments.flatMap((name) => inForce.judgment(name) ?? []);
    const counted = [...new Set([...asked, ...named])];
    const plan = await this.plan(query, inForce, place);
    const env = sqlEnvOf(inForce, place.namespaceId, place.paused, firstParam, plan.attributes);
    const wanted = wantedOf(selection, inForce, counted.length > 0);
    const ids = counted.map(({ judgmentId }) => judgmentId);
    const { statement, params, keysOf } = queryStatement(
      { organization, namespace },
      query,
      env,
      plan.driving,
      wanted,
      ids,
    );
    const { rows } = await this.database.query<Row>(statement, params);
    if (!this.stillAt(organization, namespace, place, inForce, rows)) return null;
    const found = rows.filter((row): row is Row & KeyRow => row.id !== null);
    const nowMs = this.clock.now();
    let stale = 0;
    const read = found.slice(0, query.limit).map((row) => {
      const answers = answersFor(row, counted, inForce, place.paused, nowMs);
      const shown = answers.filter(({ judgment }) => asked.includes(judgment));
      return { text: documentText(row, selection, shown), stale: answers.some(({ status }) => status === 'stale') };
    });
    const count = fitting(read.map(({ text }) => text));
    for (const { stale: isStale } of read.slice(0, count)) if (isStale) stale += 1;
    const last = found[count - 1];
    const more = found.length > count && last !== undefined;
    const tail = {
      next_cursor: more ? encodeCursor(query.order, keysOf(last)) : null,
      stale_count: stale,
      ...(query.count && { count: Number(rows[0].count) }),
    };
    const documents = read.slice(0, count).map(({ text }) => text);
    return `{"documents":[${documents.join(',')}],${JSON.stringify(tail).slice(1)}`;
  }

  private stillAt(organization: string, namespace: string, place: Place, inForce: InForce, rows: Row[]): boolean {
    const key = `${organization} ${namespace}`;
    if (rows.length === 0) {
      this.places.delete(key);
      return false;
    }
    const { namespace_id, paused, columns, engines } = rows[0];
    const revisions = { columns: Number(columns), engines: Number(engines) };
    const same =
      namespace_id === place.namespaceId &&
      paused === place.paused &&
      revisions.columns === inForce.revision &&
      revisions.engines === place.revisions.engines;
    if (!same) this.places.set(key, { namespaceId: namespace_id, paused, revisions });
    return same;
  }

  /** How the documents are found. @throws Problem `invalid_request`, reason `scan_too_large` */
  private async plan(
    query: ParsedQuery,
    inForce: InForce,
    place: Place,
  ): Promise<{ driving: DrivingEquality | null; attributes: 'index' | 'document' }> {
    const env = sqlEnvOf(inForce, place.namespaceId, place.paused, 1);
    const sql = toSql(query.filter, env);
    const equalities = drivingConditions(sql.attributeConditions);
    const driving = await this.narrowest(place.namespaceId, equalities);
    const isPlain = sql.unindexedPaths.length === 0 && query.judgments.length === 0;
    const byId = query.order.length === 0;
    if (driving && isPlain && byId && !query.count) return { driving, attributes: 'document' };
    const everything = query.filter.kind === 'all' && query.filter.of.length === 0;
    if (everything && byId && !query.count) return { driving: null, attributes: 'index' };
    const { scanLimit: limit } = this.config;
    // Whether the index leads is a question of fewer documents than may be scanned.
    const isRange = !driving && byId && sql.attributeConditions.length > 0 && query.judgments.length === 0;
    const documents = await this.estimates.ofFilter(query.filter, env, isRange ? Math.min(fewDocuments, limit) : limit);
    if (documents > limit) {
      const scan = { documents, limit, unindexed_paths: sql.unindexedPaths };
      const message = `About ${documents} documents would be scanned, at most ${limit} may; narrow the filter by an attribute or an answer.`;
      throw invalid('scan_too_large', '/filter', message, { scan });
    }
    if (driving) return { driving, attributes: 'document' };
    return { driving: null, attributes: isRange && documents > fewDocuments ? 'document' : 'index' };
  }

  private async narrowest(namespaceId: string, equalities: DrivingEquality[]): Promise<DrivingEquality | null> {
    if (equalities.length < 2) return equalities[0] ?? null;
    let best = { driving: equalities[0], rows: Infinity };
    for (const driving of equalities) {
      const rows = await this.estimates.ofDriving(namespaceId, driving);
      if (rows < best.rows) best = { driving, rows };
    }
    return best.driving;
  }
}
