import { CLOCK } from '@app/boot';
import type { FetchDocuments } from '@app/contracts/documents';
import type { Clock } from '@app/observability';
import type { Queryable } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { answersSql, parseAnswers } from '../answer/answer-row';
import type { CallTime } from '../document/pool/scan.pool';
import { textSubject } from '../read/by-id/document-view';
import { fetchedText } from '../read/by-id/judge-query';
import { DocumentText, allParts, fitsResponse, fittingColumns, measured, sizeColumns } from '../read/by-id/fitting-sql';
import { InForce, appliesTo } from '../namespace/snapshot/in-force';
import { fitting } from '../read/by-id/page';
import { RevisionRow, revisionColumns, revisionsOf } from '../namespace/snapshot/revision.store';
import { Snapshots } from '../namespace/snapshot/snapshots';
import { ReaderPool, SnapshotTime, SnapshotTimeOver } from '../document/pool/reader.pool';
import { RelatedService } from './related/related.service';
import { readWatermark } from './watermark.store';

interface Row extends DocumentText, RevisionRow {
  /** The images of the document without erased ones, which it may name for a moment longer. */
  stored_images: string;
  fits: boolean;
}

/** What is open stands in the watermark, and not in the answers. */
const parts = { ...allParts, related: false };
const storedImages = `coalesce((select jsonb_object_agg(e.key, e.value) from jsonb_each_text(d.images) e
  where exists (select from image i where i.namespace_id = d.namespace_id and i.id = e.value and i.erased_at is null)), '{}')::text`;
const found = `select d.*, i.place, ${sizeColumns(parts, answersSql(false, '$4'))},
    case when d.images = '{}' then '{}' else ${storedImages} end as stored_images
  from namespace n cross join unnest($3::text[]) with ordinality i(id, place)
    join document d on d.namespace_id = n.id and d.id = i.id
  where n.organization = $1 and n.name = $2 offset 0`;
const fetchStatement = {
  name: 'reader-fetch',
  text: `select ${revisionColumns}, ${fittingColumns(parts, fitsResponse, ['stored_images'])}
    from ${measured(found, 'd.place')} d order by d.place`,
};

/** How long the statements of a fetch with related documents may take all together, in milliseconds. */
export interface FetchTimes {
  /** Time for several judged documents: a claim then reads fewer, and has to end within its call. */
  severalMs: number;
  /** Time for one. */
  oneMs: number;
  /** A fetch that waited so long to begin was late for work that is not its own. */
  busyMs: number;
}

const fetchTimes: FetchTimes = { severalMs: 2_000, oneMs: 4_000, busyMs: 250 };
/** Kept for the reply of a call. */
const replyMs = 500;

function relatedTooMany(documents: number, ms: number): Problem {
  const which = documents > 1 ? `what is related to ${documents} documents` : 'what is related to the document';
  const mend = documents > 1 ? 'read fewer of them at once' : 'narrow its relations by `where` or `window`';
  return new Problem('too_large', `Reading ${which} took longer than ${ms / 1000} s; ${mend}.`);
}

/**
 * Whether a fetch was late for what others do: it waited to begin, or its own statements took less than half of its time.
 * @param busyMs the wait that tells so
 */
function isBusy({ waitedMs, ranMs, limitMs }: SnapshotTime, busyMs: number): boolean {
  return waitedMs >= busyMs || ranMs < limitMs / 2;
}

function databaseBusy(): Problem {
  const message = 'The database was too busy to read what is related to the document; try again shortly.';
  return new Problem('unavailable', message, {}, { retryAfterS: 1 });
}

function callOver(): Problem {
  return new Problem('unavailable', 'The documents were not read before the call ended.', {}, { retryAfterS: 1 });
}

interface ReadText {
  id: string;
  /** JSON. */
  text: string;
}

interface Fetched {
  texts: string[];
  /** Ids of the documents past the size of a response. */
  past: string[];
  /** JSON texts of related documents that `texts` name by their place. */
  shared: string[];
}

const nothing: Fetched = { texts: [], past: [], shared: [] };

function replyOf({ texts, past, shared }: Fetched, watermark?: Date): string {
  const remaining = past.length > 0 ? `,"remaining":${JSON.stringify(past)}` : '';
  const until = watermark ? `,"watermark":"${watermark.toISOString()}"` : '';
  const items = shared.length > 0 ? `,"shared":[${shared.join(',')}]` : '';
  return `{"documents":[${texts.join(',')}]${items}${remaining}${until}}`;
}

/** Reads documents for judging, with the wanted versions of the answers, from one database snapshot. */
@Injectable()
export class FetchService {
  protected readonly times: FetchTimes = fetchTimes;

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly pool: ReaderPool,
    private readonly snapshots: Snapshots,
    private readonly related: RelatedService,
  ) {}

  /**
   * @returns JSON text; it leaves out absent documents, and judgments that do not apply to a document. Documents past the
   *   size of a response stand in `remaining`; the first always fits
   * @throws Problem `too_large` when what is related to the documents takes longer to read than one fetch may; fewer
   *   documents take less; `unavailable` when the call ends first, and for one document when the time went to other work
   */
  async fetch(query: FetchDocuments, call?: CallTime): Promise<string> {
    if ((query.specs ?? []).length === 0) return replyOf(await this.read(this.pool, query));
    const askedAtMs = performance.now();
    const watermark = await readWatermark(this.pool);
    const firstMs = performance.now() - askedAtMs;
    const { severalMs, oneMs, busyMs } = this.times;
    const ownMs = query.ids.length > 1 ? severalMs : oneMs;
    const limitMs = () => Math.min(ownMs, call ? call.leftMs - replyMs : Infinity);
    try {
      return replyOf(await this.pool.runInSnapshot(limitMs, (from) => this.read(from, query)), watermark);
    } catch (error) {
      if (!(error instanceof SnapshotTimeOver)) throw error;
      // A call that came late, or waited for its connection, says nothing about its documents.
      if (error.time.limitMs < ownMs) throw callOver();
      // Of several documents fewer are read, whatever took the time; what is said of one alone stands for it.
      if (query.ids.length === 1 && isBusy(error.time, busyMs - firstMs)) throw databaseBusy();
      throw relatedTooMany(query.ids.length, ownMs);
    }
  }

  private async read(from: Queryable, query: FetchDocuments): Promise<Fetched> {
    const { organization, namespace, ids, judgments } = query;
    const { rows } = await from.query<Row>(fetchStatement, [organization, namespace, [...new Set(ids)], judgments]);
    if (rows.length === 0) return nothing;
    const inForce = await this.snapshots.readAt({ organization, namespace }, revisionsOf(rows[0]), from);
    const fits = rows.filter((row) => row.fits);
    const plain = fits.map((row) => ({ id: row.id, text: this.textOf(row, judgments, inForce) }));
    const related = query.specs
      ? await this.withRelated(from, query, inForce, fits, plain)
      : { read: plain, shared: [] };
    const { read, shared } = related;
    const count = fitting(read.map(({ text }) => text));
    const kept = new Set(read.slice(0, count).map(({ id }) => id));
    return {
      texts: read.slice(0, count).map(({ text }) => text),
      past: rows.map(({ id }) => id).filter((id) => !kept.has(id)),
      shared,
    };
  }

  /** The documents before the first whose related documents pass the size of a response. */
  private async withRelated(
    from: Queryable,
    query: FetchDocuments,
    inForce: InForce,
    rows: readonly Row[],
    plain: readonly ReadText[],
  ): Promise<{ read: ReadText[]; shared: string[] }> {
    const { texts, shared, unsettled } = await this.related.read(from, query, inForce, rows);
    const end = texts.indexOf(null);
    const read = plain.slice(0, end < 0 ? texts.length : end).map(({ id, text }, n) => {
      const waiting = unsettled.get(id);
      const waits = waiting ? `,"unsettled":${JSON.stringify(waiting)}` : '';
      return { id, text: `${text.slice(0, -1)},${texts[n]}${waits}}` };
    });
    return { read, shared };
  }

  private textOf(row: Row, judgments: readonly string[], inForce: InForce): string {
    const answers = parseAnswers(row.answers, null);
    const wanted = judgments
      .filter((id) => this.applies(id, row, inForce))
      .map((id): [string, number] => [id, answers.get(id)?.wantedVersion ?? Number(row.version)]);
    return fetchedText(row, row.stored_images, Object.fromEntries(wanted));
  }

  /** Whether a judgment is in force and applies to the document. */
  private applies(judgmentId: string, row: Row, inForce: InForce): boolean {
    const judgment = inForce.byId.get(judgmentId);
    if (!judgment || judgment.appliesToFilter === null) return judgment !== undefined;
    return appliesTo(judgment, textSubject(row), this.clock.now());
  }
}
