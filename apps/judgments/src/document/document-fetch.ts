import { BUS } from '@app/boot';
import { Bus, Call } from '@app/bus';
import {
  FetchDocuments,
  FetchedDocument,
  FetchedDocuments,
  RelatedItem,
  fetchDocuments,
} from '@app/contracts/documents';
import { Problem, kindOf } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { bulkhead } from 'cockatiel';
import { sendPatiently } from './patiently';

/** Fetches that this process has under way at once. A reply has up to 8 MiB, so this bounds their memory. */
const maxFetches = 4;

/** Of a fetch that took too long an eighth is read, so that a claim is down to one document in two steps. */
const slowParts = 8;

/** What one fetch found. A document that is in none of the three does not exist. */
export interface Fetch {
  documents: FetchedDocument[];
  /** Every related change that was stamped before this moment is in what was read; null without relations. RFC 3339. */
  watermark: string | null;
  /** Bytes of the reply. */
  bytes: number;
  /** Documents that did not fit into the reply. */
  remaining: string[];
  /** Documents that cannot be read even alone, with the fault. */
  unreadable: Map<string, unknown>;
}

/** Fetches stored documents, no more at once than one reply holds. */
@Injectable()
export class DocumentFetch {
  private readonly slots = bulkhead(maxFetches, Number.MAX_SAFE_INTEGER);

  constructor(@Inject(BUS) private readonly bus: Bus) {}

  /**
   * One document that cannot be read fails alone: after a fault the ids are fetched in halves.
   * @throws Problem of kind `unavailable` or `limited` while documents cannot answer
   */
  fetch(query: FetchDocuments, call: Call): Promise<Fetch> {
    return this.slots.execute(() => this.read(query, call));
  }

  private async read(query: FetchDocuments, call: Call): Promise<Fetch> {
    try {
      const reply = await sendPatiently(call, () =>
        this.bus.requester.askRaw(fetchDocuments, JSON.stringify(query), call),
      );
      const { documents, remaining = [], watermark = null, shared = [] } = reply.json<FetchedDocuments>();
      if (documents.length === 0 && remaining.length > 0) throw new Error(`${remaining[0]} fits into no reply`);
      for (const document of documents) placeShared(document, shared);
      return { documents, watermark, bytes: reply.bytes().length, remaining, unreadable: new Map() };
    } catch (error) {
      const kind = kindOf(error);
      if (kind === 'unavailable' || kind === 'limited') throw error;
      return this.readFewer(query, call, error);
    }
  }

  /** What the first part holds is enough for now; the others are read only when it holds nothing. */
  private async readFewer({ ids, ...query }: FetchDocuments, call: Call, fault: unknown): Promise<Fetch> {
    if (ids.length <= 1) {
      const unreadable = new Map(ids.map((id) => [id, fault]));
      return { documents: [], watermark: null, bytes: 0, remaining: [], unreadable };
    }
    const isSlow = fault instanceof Problem && fault.code === 'too_large';
    const middle = Math.ceil(ids.length / (isSlow ? slowParts : 2));
    const first = await this.read({ ...query, ids: ids.slice(0, middle) }, call);
    const others = ids.slice(middle);
    // Each slow read takes seconds of the call: one document that is too slow is an outcome, and the others come later.
    if (first.documents.length > 0 || (isSlow && first.unreadable.size > 0)) {
      return { ...first, remaining: [...first.remaining, ...others] };
    }
    const second = await this.read({ ...query, ids: others }, call);
    const unreadable = new Map([...first.unreadable, ...second.unreadable]);
    return { ...second, remaining: [...first.remaining, ...second.remaining], unreadable };
  }
}

/** Puts related documents in their places that a reply has once for several documents. */
function placeShared({ related = {}, candidates = {} }: FetchedDocument, shared: readonly RelatedItem[]): void {
  const lists = [...Object.values(related).flatMap((byName) => Object.values(byName)), ...Object.values(candidates)];
  for (const list of lists) {
    if (list.shared === undefined) continue;
    list.items = list.shared.map((place) => shared[place]);
    delete list.shared;
  }
}
