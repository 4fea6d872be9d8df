import type { JudgmentRef } from '@app/contracts';
import type { FetchedDocument } from '@app/contracts/documents';
import { isTemplate } from '@app/definition';
import type { ExistingReader } from '../quote/estimate.service';
import { maxReadBytes } from '../quote/document-sample';
import { StoredDocuments } from '../quote/stored-documents';
import type { ReadBy } from '../document/related-reads';
import { VersionRequest } from './backfill';
import { BackfillSelection } from './backfill-selection';

const pageSize = 1000;
const documentsPerPage = 200;
/** Documents of one namespace in the sample of a prefix, so that several namespaces share it. */
const maxOfNamespace = 20;

interface Found {
  count: number;
  /** Ids by namespace. */
  sample: Map<string, string[]>;
}

/** The documents that a version which is not active would judge: how many there are, and a sample of them. */
export class DocumentsToJudge implements ExistingReader {
  private found: Promise<Found> | undefined;

  /**
   * @param by the definition of the version, with the settings of its judgment
   * @param maxSample limit of the sample
   */
  constructor(
    private readonly selection: BackfillSelection,
    private readonly stored: StoredDocuments,
    private readonly ref: JudgmentRef,
    private readonly request: VersionRequest,
    private readonly by: ReadBy,
    private readonly maxSample: number,
  ) {}

  async count(): Promise<number> {
    return (await this.find()).count;
  }

  async *readDocuments(): AsyncGenerator<FetchedDocument[]> {
    const { organization } = this.ref;
    let readBytes = 0;
    for (const [namespace, ids] of (await this.find()).sample) {
      for (let at = 0; at < ids.length; at += documentsPerPage) {
        const page = this.stored.read({ organization, namespace }, ids.slice(at, at + documentsPerPage), this.by);
        for await (const { documents, bytes } of page) {
          yield documents;
          readBytes += bytes;
          if (readBytes >= maxReadBytes) return;
        }
      }
    }
  }

  private find(): Promise<Found> {
    this.found ??= this.walk();
    return this.found;
  }

  private async walk(): Promise<Found> {
    const { organization, scope } = this.ref;
    const found: Found = { count: 0, sample: new Map() };
    let left = this.maxSample;
    for await (const namespace of this.readNamespaces()) {
      const sample: string[] = [];
      const share = isTemplate(scope) ? Math.min(left, maxOfNamespace) : left;
      let after: string | null = null;
      do {
        const page = await this.selection.selectByVersion({ organization, namespace }, this.request, after, pageSize);
        found.count += page.ids.length;
        sample.push(...page.ids.slice(0, share - sample.length));
        after = page.next;
      } while (after !== null);
      if (sample.length > 0) found.sample.set(namespace, sample);
      left -= sample.length;
    }
    return found;
  }

  private async *readNamespaces(): AsyncGenerator<string> {
    const { organization, scope } = this.ref;
    if (!isTemplate(scope)) return yield scope;
    for await (const names of this.stored.readNamespaces({ organization, namespace: scope })) yield* names;
  }
}
