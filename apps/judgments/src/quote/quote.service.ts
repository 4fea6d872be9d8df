import type { JudgmentRef } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { Confirmation } from './confirmation';
import { Costing, EstimateService, ToEstimate } from './estimate.service';

/** The cost of a request, with a token to confirm it; null when the request has confirmed it. */
export interface Quote {
  costing: Costing;
  token: string | null;
}

/** Quotes requests whose cost the caller must confirm. */
@Injectable()
export class QuoteService {
  constructor(
    private readonly estimates: EstimateService,
    private readonly confirmation: Confirmation,
  ) {}

  /**
   * The cost now and a token for it or, with a token, the cost that it was issued with.
   * @param what everything that the request does
   * @throws Problem conflict, reason confirm_mismatch; unavailable while documents or billing cannot answer
   */
  async quote(
    ref: JudgmentRef,
    input: Omit<ToEstimate, 'organization' | 'namespace'>,
    what: object,
    confirm: string | undefined,
  ): Promise<Quote> {
    if (confirm !== undefined) return { costing: this.confirmation.read(ref, what, confirm), token: null };
    const costing = await this.estimates.readCost({ organization: ref.organization, namespace: ref.scope, ...input });
    return { costing, token: this.confirmation.issue(ref, what, costing) };
  }
}
