import { BUS } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { FetchDocuments, FetchedDocument, fetchDocuments } from '@app/contracts';
import { kindOf } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { bulkhead } from 'cockatiel';

const fetchMs = 10_000;
/** Fetches that this process has under way at once. A reply has up to 8 MiB, so this bounds their memory. */
const maxFetches = 4;

/** What one fetch found. A document that is in none of the three does not exist. */
export interface Fetch {
  documents: FetchedDocument[];
  /** Documents that did not fit into the reply. */
  remaining: string[];
  /** Documents that cannot be read even alone, with the fault. */
  unreadable: Map<string, unknown>;
}

/** Fetches documents for judging, no more than one reply holds. */
@Injectable()
export class DocumentFetch {
  private readonly slots = bulkhead(maxFetches, Number.MAX_SAFE_INTEGER);

  constructor(@Inject(BUS) private readonly bus: Bus) {}

  /**
   * One document that cannot be read fails alone: after a fault the ids are fetched in halves.
   * @throws Problem of kind `unavailable` or `limited` while documents cannot answer
   */
  fetch(query: FetchDocuments): Promise<Fetch> {
    return this.slots.execute(() => this.read(query));
  }

  private async read(query: FetchDocuments): Promise<Fetch> {
    try {
      const { documents, remaining = [] } = await this.bus.requester.ask(fetchDocuments, query, Call.within(fetchMs));
      if (documents.length === 0 && remaining.length > 0) throw new Error(`${remaining[0]} fits into no reply`);
      return { documents, remaining, unreadable: new Map() };
    } catch (error) {
      const kind = kindOf(error);
      if (kind === 'unavailable' || kind === 'limited') throw error;
      return this.readHalves(query, error);
    }
  }

  /** What the first half holds is enough for now; the second is read only when it holds nothing. */
  private async readHalves({ ids, ...query }: FetchDocuments, fault: unknown): Promise<Fetch> {
    if (ids.length <= 1) return { documents: [], remaining: [], unreadable: new Map(ids.map((id) => [id, fault])) };
    const middle = Math.ceil(ids.length / 2);
    const first = await this.read({ ...query, ids: ids.slice(0, middle) });
    const others = ids.slice(middle);
    if (first.documents.length > 0) return { ...first, remaining: [...first.remaining, ...others] };
    const second = await this.read({ ...query, ids: others });
    const unreadable = new Map([...first.unreadable, ...second.unreadable]);
    return { ...second, remaining: [...first.remaining, ...second.remaining], unreadable };
  }
}
