import { BUS } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { NamespaceRef } from '@app/contracts';
import {
  FetchedDocument,
  MeasureRelation,
  RelationMeasured,
  SampledNamespace,
  ScanDocuments,
  ScannedDocuments,
  measureRelation,
  sampleDocuments,
  scanDocuments,
} from '@app/contracts/documents';
import { isTemplate } from '@app/definition';
import { Inject, Injectable } from '@nestjs/common';
import { bulkhead } from 'cockatiel';
import { DocumentFetch } from '../document/document-fetch';
import { ReadBy, relatedReads, soleReader, withoutNumbers } from '../document/related-reads';
import { sendPatiently } from '../document/patiently';
import type { Counts } from './amounts';
import { withLook } from './evidence/look';

/** Longer than documents lets a statement run. */
const requestMs = 40_000;
const namesPerPage = 200;
const namespacesAtOnce = 4;
/** Documents whose related ones one fetch reads: as many as a claim of judging. */
const relatedPerFetch = 48;
/** Scans and samples that this process asks for at once; each may read all of a namespace. */
const maxScans = 4;
/** Namespaces of a prefix that share a sample (docs/contract.md#13-limits). */
const sampledNamespaces = 20;

/** Selects stored documents of a namespace, or of all namespaces under a template prefix. */
export interface Selection extends NamespaceRef {
  filter: object | null;
  /** Selects where this judgment is in force and applies. */
  judgment?: string;
  /** Selects with `judgment`: `missing`, `stale`, `failed`, `invalidated` are documents whose answer is so; all when left out. */
  only?: string[];
  /** A version with `judgment`: an answer of another version than this one counts as stale. */
  version?: number;
}

/** What of documents a sample reads. */
export interface SampleBy extends ReadBy {
  /** Reads what warnings look at of related documents as well. */
  isLook?: boolean;
}

/** Asks documents for counts of stored documents, their ids, and the documents themselves. */
@Injectable()
export class StoredDocuments {
  private readonly scans = bulkhead(maxScans, Number.MAX_SAFE_INTEGER);

  constructor(
    @Inject(BUS) private readonly bus: Bus,
    private readonly fetches: DocumentFetch,
  ) {}

  /** Of a prefix its oldest namespace says for how long changes were observed. @throws Problem while documents cannot answer */
  async count(selection: Selection): Promise<Counts> {
    const sum: Counts = { documents: 0, changesPerDay: 0 };
    const add = async (namespace: string): Promise<void> => {
      const counted = await this.scan({ ...selection, namespace }, null, 0, { totals: true });
      sum.documents += counted.count ?? 0;
      sum.changesPerDay += counted.changes_per_day ?? 0;
      const { observed_days: observed = sum.observedDays } = counted;
      if (observed !== undefined) sum.observedDays = Math.max(observed, sum.observedDays ?? 0);
    };
    // Without a filter and a judgment, one scan counts all namespaces of a prefix.
    const isEverything = selection.filter === null && selection.judgment === undefined;
    if (isEverything || !isTemplate(selection.namespace)) {
      await add(selection.namespace);
      return sum;
    }
    for await (const names of this.readNamespaces(selection)) {
      for (let at = 0; at < names.length; at += namespacesAtOnce) {
        await Promise.all(names.slice(at, at + namespacesAtOnce).map(add));
      }
    }
    return sum;
  }

  /** The names of the namespaces of a prefix that hold documents, in pages. */
  async *readNamespaces({ organization, namespace }: NamespaceRef): AsyncGenerator<string[]> {
    const query = { organization, namespace, filter: null, limit: namesPerPage, totals: false, holding: true };
    let after: string | null = null;
    do {
      const page: ScannedDocuments = await this.ask({ ...query, after });
      yield page.ids;
      after = page.next;
    } while (after !== null);
  }

  /**
   * Documents by id with what contexts of a definition read of related ones, no more at a time than one reply holds. What cannot be
   * read is left out.
   */
  async *read(
    { organization, namespace }: NamespaceRef,
    ids: readonly string[],
    { definition, freshness, isLook = false }: SampleBy,
  ): AsyncGenerator<{ documents: FetchedDocument[]; bytes: number }> {
    const shown = relatedReads([{ name: soleReader, definition: withoutNumbers(definition), freshness }]);
    const related = isLook ? withLook(shown, { definition, freshness }) : shown;
    const most = related.specs ? relatedPerFetch : ids.length;
    for (let left = [...ids]; left.length > 0;) {
      const query = { organization, namespace, ids: left.slice(0, most), judgments: [], ...related };
      const { documents, bytes, remaining } = await this.fetches.fetch(query, Call.within(requestMs));
      yield { documents, bytes };
      left = [...remaining, ...left.slice(most)];
    }
  }

  /**
   * A page of selected ids, in order.
   * @param options.totals counts them all and their changes as well
   * @param options.mark makes documents insert an answer row where one is missing, so that reads show `pending`
   */
  scan(
    selection: Selection,
    after: string | null,
    limit: number,
    { totals = false, mark = false } = {},
  ): Promise<ScannedDocuments> {
    return this.ask({ ...selection, after, limit, totals, ...(mark && { mark }) });
  }

  /** Documents of a filter with the lowest hash of id, over several namespaces of a prefix, within 4 MiB. */
  async sample({ organization, namespace, filter }: Selection, documents: number): Promise<SampledNamespace[]> {
    const query = { organization, namespace, scope: '*', filter, documents, namespaces: sampledNamespaces };
    const call = Call.within(requestMs);
    const { namespaces } = await this.scans.execute(() =>
      sendPatiently(call, () => this.bus.requester.ask(sampleDocuments, query, call)),
    );
    return namespaces;
  }

  /** How often documents that a relation joins change, and how many judged ones that concerns, in one namespace. */
  measure(query: MeasureRelation): Promise<RelationMeasured> {
    const call = Call.within(requestMs);
    return this.scans.execute(() => sendPatiently(call, () => this.bus.requester.ask(measureRelation, query, call)));
  }

  private ask(query: ScanDocuments): Promise<ScannedDocuments> {
    const call = Call.within(requestMs);
    return this.scans.execute(() => sendPatiently(call, () => this.bus.requester.ask(scanDocuments, query, call)));
  }
}
