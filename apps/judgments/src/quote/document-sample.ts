import type { FetchedDocument, ScannedDocuments } from '@app/contracts/documents';
import { isTemplate } from '@app/definition';
import { Injectable } from '@nestjs/common';
import { readsRelated } from '../document/related-reads';
import { SampleBy, Selection, StoredDocuments } from './stored-documents';

const documentsPerPage = 200;
/** Documents of a sample by hash, at most; documents keeps it within 4 MiB. */
const maxHashed = 200;
/** Documents of a sample whose related ones warnings look at. */
const maxLooked = 200;
/** Bytes of documents that one estimate reads; the others are priced at the mean of those (docs/contract.md#13-limits). */
export const maxReadBytes = 32 * 1024 * 1024;

/** Some documents with what a definition reads of related ones. */
type Read = AsyncGenerator<{ documents: FetchedDocument[]; bytes: number }>;

/** Samples of stored documents. */
@Injectable()
export class DocumentSample {
  constructor(private readonly stored: StoredDocuments) {}

  /**
   * A sample of the selected documents, in pages, with what a definition reads of related ones: by hash of id where the
   * filter alone selects, over several namespaces of a prefix, so that it favours no age; else the first `max` by id. It
   * ends when it has read 32 MiB.
   */
  async *readFor(selection: Selection, by: SampleBy, max: number): AsyncGenerator<FetchedDocument[]> {
    const isByFilter = selection.judgment === undefined && max <= maxHashed;
    const isByHash = isByFilter || isTemplate(selection.namespace);
    const read = isByHash ? this.readByHash(selection, by, max) : this.readById(selection, by, max);
    let readBytes = 0;
    for await (const { documents, bytes } of read) {
      yield documents;
      readBytes += bytes;
      if (readBytes >= maxReadBytes) return;
    }
  }

  /** A sample comes without related documents, so a definition that reads them has its documents fetched. */
  private async *readByHash(selection: Selection, by: SampleBy, max: number): Read {
    const { organization } = selection;
    const sampled = await this.stored.sample(selection, Math.min(maxHashed, max));
    if (!readsRelated(by.definition)) {
      yield { documents: sampled.flatMap(({ documents }) => documents), bytes: 0 };
      return;
    }
    for (const { namespace, documents } of sampled) {
      const ids = documents.map(({ id }) => id);
      yield* this.stored.read({ organization, namespace }, ids, by);
    }
  }

  private async *readById(selection: Selection, by: SampleBy, max: number): Read {
    let after: string | null = null;
    let seen = 0;
    do {
      const limit = Math.min(documentsPerPage, max - seen);
      const page: ScannedDocuments = await this.stored.scan(selection, after, limit);
      seen += page.ids.length;
      after = seen < max ? page.next : null;
      yield* this.stored.read(selection, page.ids, { ...by, isLook: by.isLook && seen <= maxLooked });
    } while (after !== null);
  }
}
