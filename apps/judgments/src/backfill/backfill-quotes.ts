import type { JudgmentRef } from '@app/contracts';
import { isTemplate } from '@app/definition';
import { Problem } from '@app/problem';
import { Injectable } from '@nestjs/common';
import { NamespaceStore } from '../namespace/namespace.store';
import type { ToEstimate } from '../quote/estimate.service';
import { Quote, QuoteService } from '../quote/quote.service';
import { StoredDocuments } from '../quote/stored-documents';
import { VersionRequest } from './backfill';
import { BackfillSelection } from './backfill-selection';
import { DocumentsToJudge } from './documents-to-judge';

/** Documents whose contexts a quote compiles; up to this many the quote is exact. */
const sample = 2000;

/** Quotes the judging of stored documents. */
@Injectable()
export class BackfillQuotes {
  constructor(
    private readonly quotes: QuoteService,
    private readonly namespaces: NamespaceStore,
    private readonly selection: BackfillSelection,
    private readonly stored: StoredDocuments,
  ) {}

  /**
   * The cost with a token to confirm it, or with the token the cost that it was issued with.
   * @param what everything that the request does
   * @throws Problem conflict, reason confirm_mismatch; budget_exceeded when the caller confirms and judging is paused
   */
  async quote(
    ref: JudgmentRef,
    { definition, freshness, existing }: Pick<ToEstimate, 'definition' | 'freshness' | 'existing'>,
    what: object,
    confirm: string | undefined,
  ): Promise<Quote> {
    const quote = await this.quotes.quote(ref, { definition, freshness, existing, sample }, what, confirm);
    if (quote.token === null) await this.refusePaused(ref);
    return quote;
  }

  /** The documents that a version which is not active would judge, for a quote of it. */
  existingOf(ref: JudgmentRef, request: VersionRequest): DocumentsToJudge {
    return new DocumentsToJudge(this.selection, this.stored, ref, request, sample);
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
