import { BUS } from '@app/boot';
import { Bus, Call } from '@app/bus';
import {
  FetchedDocument,
  ScanDocuments,
  ScannedDocuments,
  fetchDocuments,
  sampleDocuments,
  scanDocuments,
} from '@app/contracts';
import { isTemplate } from '@app/definition';
import { Inject, Injectable } from '@nestjs/common';

/** Longer than any statement of documents may run. */
const askMs = 40_000;
const namesPerPage = 200;
const namespacesAtOnce = 4;
const documentsPerPage = 200;
/** Namespaces of a prefix that share a sample (docs/contract.md#13-limits). */
const sampledNamespaces = 20;

/** Which stored documents are meant. */
export interface Chosen {
  organization: string;
  /** A namespace, or a template prefix. */
  namespace: string;
  filter: object | null;
  /** Only where this judgment is in force, and where it applies. */
  judgment?: string;
  /** `missing`, `stale`, `failed`: those whose answer is so; all when left out. */
  only?: string[];
  /** Stale means: of another version than this, with `judgment`. */
  version?: number;
}

export interface Counted {
  documents: number;
  changesPerDay: number;
}

/** What documents tells of what is stored: counts, and the documents themselves. */
@Injectable()
export class StoredService {
  constructor(@Inject(BUS) private readonly bus: Bus) {}

  /** @throws Problem while documents cannot answer */
  async count(chosen: Chosen): Promise<Counted> {
    const sum: Counted = { documents: 0, changesPerDay: 0 };
    const add = async (namespace: string): Promise<void> => {
      const { count, changes_per_day } = await this.scan({ ...chosen, namespace }, null, 0, true);
      sum.documents += count ?? 0;
      sum.changesPerDay += changes_per_day ?? 0;
    };
    // Counted together: nothing that differs between the namespaces of a prefix is asked.
    const isEverything = chosen.filter === null && chosen.judgment === undefined;
    if (isEverything || !isTemplate(chosen.namespace)) await add(chosen.namespace);
    else {
      for await (const names of this.namespaces(chosen)) {
        for (let at = 0; at < names.length; at += namespacesAtOnce) {
          await Promise.all(names.slice(at, at + namespacesAtOnce).map(add));
        }
      }
    }
    return sum;
  }

  /** The namespaces of a prefix that hold documents, by name, in pages. */
  async *namespaces({ organization, namespace }: Pick<Chosen, 'organization' | 'namespace'>): AsyncGenerator<string[]> {
    const query = { organization, namespace, filter: null, limit: namesPerPage, totals: false, holding: true };
    let after: string | null = null;
    do {
      const page: ScannedDocuments = await this.ask({ ...query, after });
      yield page.ids;
      after = page.next;
    } while (after !== null);
  }

  /** Up to `most` of them, in pages: all of a namespace by id, or a sample over the namespaces of a prefix. */
  async *documents(chosen: Chosen, most: number): AsyncGenerator<FetchedDocument[]> {
    const { organization, namespace } = chosen;
    if (isTemplate(namespace)) {
      yield await this.sample(chosen, most);
      return;
    }
    let after: string | null = null;
    let seen = 0;
    do {
      const limit = Math.min(documentsPerPage, most - seen);
      const page: ScannedDocuments = await this.scan(chosen, after, limit, false);
      seen += page.ids.length;
      after = seen < most ? page.next : null;
      if (page.ids.length === 0) return;
      yield await this.read({ organization, namespace }, page.ids);
    } while (after !== null);
  }

  async read(place: Pick<Chosen, 'organization' | 'namespace'>, ids: string[]): Promise<FetchedDocument[]> {
    const query = { ...place, ids, judgments: [] };
    return (await this.bus.requester.ask(fetchDocuments, query, Call.within(askMs))).documents;
  }

  /** A page of ids in order. */
  scan(chosen: Chosen, after: string | null, limit: number, totals: boolean, mark = false): Promise<ScannedDocuments> {
    return this.ask({ ...chosen, after, limit, totals, ...(mark && { mark }) });
  }

  private ask(query: ScanDocuments): Promise<ScannedDocuments> {
    return this.bus.requester.ask(scanDocuments, query, Call.within(askMs));
  }

  private async sample({ organization, namespace, filter }: Chosen, most: number): Promise<FetchedDocument[]> {
    const documents = Math.min(documentsPerPage, most);
    const query = { organization, namespace, scope: '*', filter, documents, namespaces: sampledNamespaces };
    const { namespaces } = await this.bus.requester.ask(sampleDocuments, query, Call.within(askMs));
    return namespaces.flatMap((one) => one.documents);
  }
}
