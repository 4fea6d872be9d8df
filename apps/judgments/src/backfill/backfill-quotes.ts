import { DATABASE } from '@app/boot';
import type { JudgmentRef } from '@app/contracts';
import { isTemplate } from '@app/definition';
import { Database } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { NamespaceStore } from '../copy/namespace/namespace.store';
import type { ReadBy } from '../document/related-reads';
import { EstimateService, ToEstimate } from '../quote/estimate.service';
import { Quote, QuoteService } from '../quote/quote.service';
import { StoredDocuments } from '../quote/stored-documents';
import { VersionRequest } from './backfill';
import { BackfillSelection } from './backfill-selection';
import { BackfillStore } from './backfill.store';
import { DocumentsToJudge } from './documents-to-judge';

/** Documents whose contexts a quote compiles; up to this many the quote is exact. */
const sample = 2000;
/** Documents that may have come since a quote: a tenth, and ten of a small number (docs/contract.md#13-limits). */
const maxGrowth = { share: 0.1, documents: 10 };

/** Quotes the judging of stored documents. */
@Injectable()
export class BackfillQuotes {
  constructor(
    private readonly quotes: QuoteService,
    private readonly namespaces: NamespaceStore,
    private readonly selection: BackfillSelection,
    private readonly stored: StoredDocuments,
    private readonly estimates: EstimateService,
    private readonly store: BackfillStore,
    @Inject(DATABASE) private readonly db: Database,
  ) {}

  /**
   * The cost with a token to confirm it, or with the token the cost that it was issued with.
   * @param what everything that the request does
   * @throws Problem conflict, reason confirm_mismatch, also when there are many more documents now; budget_exceeded when
   *   the caller confirms and judging is paused
   */
  async quote(
    ref: JudgmentRef,
    { definition, freshness, existing }: Pick<ToEstimate, 'definition' | 'freshness' | 'existing'>,
    what: object,
    confirm: string | undefined,
  ): Promise<Quote> {
    const quote = await this.quotes.quote(ref, { definition, freshness, existing, sample }, what, confirm);
    // A token that has started its job gets that job again, whatever has happened since.
    if (confirm === undefined || (await this.store.findStartedBy(this.db, confirm))) return quote;
    await this.refusePaused(ref);
    const { organization, scope: namespace } = ref;
    const { documents: quoted } = quote.costing.estimate.existing;
    const found = await this.estimates.readDocumentsOf({ organization, namespace, definition, existing });
    if (found > quoted + Math.max(maxGrowth.documents, quoted * maxGrowth.share)) throw grown(quoted, found);
    return quote;
  }

  /** The documents that a version which is not active would judge, for a quote of it. */
  existingOf(ref: JudgmentRef, request: VersionRequest, by: ReadBy): DocumentsToJudge {
    return new DocumentsToJudge(this.selection, this.stored, ref, request, by, sample);
  }

  /** @throws Problem budget_exceeded */
  private async refusePaused({ organization, scope }: JudgmentRef): Promise<void> {
    if (isTemplate(scope)) return;
    const { paused } = await this.namespaces.get({ organization, namespace: scope });
    if (!paused) return;
    const sentence = "The namespace's compute budget is spent; raise it or wait for the next month.";
    throw new Problem('budget_exceeded', sentence);
  }
}

function grown(quoted: number, found: number): Problem {
  const sentence = `There are ${found} documents to judge now, and ${quoted} when the cost was quoted; send it without \`confirm\` for the cost now and a new token.`;
  const details = { reason: 'confirm_mismatch', path: '/confirm', documents: found, quoted_documents: quoted } as const;
  return new Problem('conflict', sentence, details);
}
