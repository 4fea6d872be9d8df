import { BUS } from '@app/boot';
import { Bus, Call } from '@app/bus';
import {
  FetchedDocument,
  NamespaceRef,
  ScanDocuments,
  ScannedDocuments,
  fetchDocuments,
  sampleDocuments,
  scanDocuments,
} from '@app/contracts';
import { isTemplate } from '@app/definition';
import { Inject, Injectable } from '@nestjs/common';
import type { Counts } from './amounts';

/** Longer than documents lets a statement run. */
const requestMs = 40_000;
const namesPerPage = 200;
const namespacesAtOnce = 4;
const documentsPerPage = 200;
/** Namespaces of a prefix that share a sample (docs/contract.md#13-limits). */
const sampledNamespaces = 20;

/** Selects stored documents of a namespace, or of all namespaces under a template prefix. */
export interface Selection extends NamespaceRef {
  filter: object | null;
  /** Selects where this judgment is in force and applies. */
  judgment?: string;
  /** With `judgment`: `missing`, `stale`, `failed` select documents whose answer is so; all when left out. */
  only?: string[];
  /** With `judgment`: an answer of another version than this one counts as stale. */
  version?: number;
}

/** Asks documents for counts of stored documents, their ids, and the documents themselves. */
@Injectable()
export class StoredDocuments {
  constructor(@Inject(BUS) private readonly bus: Bus) {}

  /** @throws Problem while documents cannot answer */
  async count(selection: Selection): Promise<Counts> {
    const sum: Counts = { documents: 0, changesPerDay: 0 };
    const add = async (namespace: string): Promise<void> => {
      const { count, changes_per_day } = await this.scan({ ...selection, namespace }, null, 0, { totals: true });
      sum.documents += count ?? 0;
      sum.changesPerDay += changes_per_day ?? 0;
    };
    // Without a filter and a judgment, one scan counts all namespaces of a prefix.
    const isEverything = selection.filter === null && selection.judgment === undefined;
    if (isEverything || !isTemplate(selection.namespace)) {
      await add(selection.namespace);
      return sum;
    }
    for await (const names of this.namespaces(selection)) {
      for (let at = 0; at < names.length; at += namespacesAtOnce) {
        await Promise.all(names.slice(at, at + namespacesAtOnce).map(add));
      }
    }
    return sum;
  }

  /** The names of the namespaces of a prefix that hold documents, in pages. */
  async *namespaces({ organization, namespace }: NamespaceRef): AsyncGenerator<string[]> {
    const query = { organization, namespace, filter: null, limit: namesPerPage, totals: false, holding: true };
    let after: string | null = null;
    do {
      const page: ScannedDocuments = await this.ask({ ...query, after });
      yield page.ids;
      after = page.next;
    } while (after !== null);
  }

  /** Up to `max` selected documents in pages: the first by id in a namespace, a sample over the namespaces of a prefix. */
  async *documents(selection: Selection, max: number): AsyncGenerator<FetchedDocument[]> {
    if (isTemplate(selection.namespace)) {
      yield await this.sample(selection, max);
      return;
    }
    let after: string | null = null;
    let seen = 0;
    do {
      const limit = Math.min(documentsPerPage, max - seen);
      const page: ScannedDocuments = await this.scan(selection, after, limit);
      seen += page.ids.length;
      after = seen < max ? page.next : null;
      if (page.ids.length === 0) return;
      yield await this.read(selection, page.ids);
    } while (after !== null);
  }

  async read({ organization, namespace }: NamespaceRef, ids: string[]): Promise<FetchedDocument[]> {
    const query = { organization, namespace, ids, judgments: [] };
    return (await this.bus.requester.ask(fetchDocuments, query, Call.within(requestMs))).documents;
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

  private ask(query: ScanDocuments): Promise<ScannedDocuments> {
    return this.bus.requester.ask(scanDocuments, query, Call.within(requestMs));
  }

  private async sample({ organization, namespace, filter }: Selection, max: number): Promise<FetchedDocument[]> {
    const documents = Math.min(documentsPerPage, max);
    const query = { organization, namespace, scope: '*', filter, documents, namespaces: sampledNamespaces };
    const { namespaces } = await this.bus.requester.ask(sampleDocuments, query, Call.within(requestMs));
    return namespaces.flatMap((one) => one.documents);
  }
}
