import { DATABASE } from '@app/boot';
import { Call } from '@app/bus';
import type { FetchedDocument } from '@app/contracts/documents';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { CatalogService } from '../../judgment/catalog/catalog.service';
import type { EffectiveJudgment } from '../../judgment/definition/judgment';
import { groupBy } from '../../queue/pending/group-by';
import { DocumentFetch } from '../../document/document-fetch';
import { relatedReads, withoutNumbers } from '../../document/related-reads';
import type { AskedRow, Label, LabelContext, ReadContext } from './label';
import { LabelRow, labelRows } from './label.store';
import { labelledReader, recovered } from './recovery';

/** The version whose answers are labelled. */
export interface LabelledVersion {
  organization: string;
  judgmentId: string;
  /** The number under which its answers are stored. */
  version: number;
}

/** What there is of some labels. */
export interface LabelContexts {
  /** The contexts, in the order of the labels. */
  contexts: LabelContext[];
  /** The judgment as a namespace has it, with the labelled version; undefined when that exists no longer. */
  judgmentIn: (namespace: string) => EffectiveJudgment | undefined;
  nowMs: number;
}

/** A label with what is stored of it. */
interface Stored {
  label: Label;
  row: LabelRow;
}

/** Finds what labelled answers were read from: kept, still stored, or compiled again to the same hash. */
@Injectable()
export class LabelContextService {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly catalog: CatalogService,
    private readonly fetches: DocumentFetch,
  ) {}

  /** @param rows decide what is read: documents of today only where a row is `live`, or a context is stored no longer */
  async readFor(
    version: LabelledVersion,
    labels: readonly Label[],
    rows: readonly AskedRow[],
    call: Call,
  ): Promise<LabelContexts> {
    const found = await labelRows(this.db, version.judgmentId, labels);
    const stored = labels.map((label, i): Stored => ({ label, row: found[i] }));
    const byNamespace = groupBy(stored, ({ label }) => label.namespace);
    const contexts = new Map<Stored, LabelContext>();
    const judgments = new Map<string, EffectiveJudgment>();
    for (const [namespace, some] of byNamespace) {
      const judgment = await this.findJudgmentIn(version, namespace);
      if (judgment) judgments.set(namespace, judgment);
      const documents = await this.readDocumentsOf(version.organization, namespace, some, rows, judgment, call);
      for (const one of some) contexts.set(one, contextOf(one, rows, judgment, documents));
    }
    return {
      contexts: stored.map((one) => contexts.get(one)!),
      judgmentIn: (namespace) => judgments.get(namespace),
      nowMs: found[0]?.now.getTime() ?? 0,
    };
  }

  private async findJudgmentIn(
    { organization, judgmentId, version: targetVersion }: LabelledVersion,
    namespace: string,
  ): Promise<EffectiveJudgment | undefined> {
    const target = { judgmentId, targetVersion };
    return (await this.catalog.readInForce({ organization, namespace }, [target])).get(target);
  }

  /** The documents of today that rows need, by id; null for one that cannot be read. Those that are gone are left out. */
  private async readDocumentsOf(
    organization: string,
    namespace: string,
    stored: readonly Stored[],
    rows: readonly AskedRow[],
    judgment: EffectiveJudgment | undefined,
    call: Call,
  ): Promise<Map<string, FetchedDocument | null>> {
    const live = rows.filter(({ contexts }) => contexts === 'live');
    const missing = stored.filter(({ row }) => mustRecover(row, rows));
    const wanted = live.length > 0 ? stored.filter(({ row }) => row.gone === null) : missing;
    const documents = new Map<string, FetchedDocument | null>();
    const readers = live.map(({ alternative: name, definition }) => ({ name, definition }));
    if (missing.length > 0 && judgment) readers.push({ name: labelledReader, definition: judgment.definition });
    const freshness = judgment?.freshness;
    const query = {
      organization,
      namespace,
      judgments: [],
      ...relatedReads(
        readers.map(({ name, definition }) => ({ name, definition: withoutNumbers(definition), freshness })),
      ),
    };
    for (let ids = [...new Set(wanted.map(({ label }) => label.document))]; ids.length > 0;) {
      const fetched = await this.fetches.fetch({ ...query, ids }, Call.until(call.deadlineAtMs));
      for (const document of fetched.documents) documents.set(document.id, document);
      for (const id of fetched.unreadable.keys()) documents.set(id, null);
      ids = fetched.remaining;
    }
    return documents;
  }
}

/** Without the hash of what was read nothing says that a document of today is read alike. */
function mustRecover({ gone, hash, text }: LabelRow, rows: readonly AskedRow[]): boolean {
  return gone === null && hash !== null && text === null && rows.some(({ contexts }) => contexts !== 'live');
}

function contextOf(
  { label, row }: Stored,
  rows: readonly AskedRow[],
  judgment: EffectiveJudgment | undefined,
  documents: ReadonlyMap<string, FetchedDocument | null>,
): LabelContext {
  const isRead = rows.some(({ contexts }) => contexts === 'live') || mustRecover(row, rows);
  // A document that is gone has been deleted, whatever the fact of its deletion still waits for.
  const gone = row.gone ?? (isRead && !documents.has(label.document) ? 'deleted' : null);
  const today = documents.get(label.document) ?? null;
  const read = gone === null ? readOf(row, today, judgment) : null;
  return { documentVersion: row.documentVersion, gone, read, today: gone === null ? today : null };
}

function readOf(
  row: LabelRow,
  today: FetchedDocument | null,
  judgment: EffectiveJudgment | undefined,
): ReadContext | null {
  const { hash, text, tokens, images, truncated, readAt, judgedAt } = row;
  if (hash === null) return null;
  if (text !== null) return { text, tokens, images, hash, truncated, readAtMs: readAt?.getTime() ?? null };
  const readAtMs = (readAt ?? judgedAt)?.getTime();
  if (today === null || judgment === undefined || readAtMs === undefined) return null;
  return recovered(today, judgment, readAtMs, { hash, truncated });
}
