import { DATABASE, LOGGER } from '@app/boot';
import { Call } from '@app/bus';
import { type Logger, Waker } from '@app/observability';
import { Database, killPoint } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { ownCaller } from '../../judgment/own-caller';
import { SubjectService } from '../subject/subject.service';
import { fingerprintOf } from './fingerprint';
import { packPlan } from './plan';
import { PricingService } from './pricing.service';
import { QuoteRow, claimQuote, dropQuote, priceQuote, releaseQuote, settleQuote } from './quote.store';

/** Of one quote: 500 labels times 40 rows take some seconds. */
const limitMs = 50_000;

/** Prices the quotes that moved, one at a time. Reads only mark them, so that a read never waits for a price. */
@Injectable()
export class PricingWorker extends Waker {
  constructor(
    private readonly subjects: SubjectService,
    private readonly pricing: PricingService,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
  }

  /** Prices one quote. @returns whether there was one */
  async turn(): Promise<boolean> {
    const quote = await claimQuote(this.database);
    if (!quote) return false;
    try {
      await this.price(quote);
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_found') {
        await dropQuote(this.database, quote);
        return true;
      }
      this.logger.warn(
        { err: error, judgment_id: quote.judgment_id, scope: quote.scope },
        'a quote could not be priced',
      );
      await releaseQuote(this.database, quote);
    }
    return true;
  }

  private async price(quote: QuoteRow): Promise<void> {
    const { organization, scope } = quote;
    const call = Call.within(limitMs, ownCaller(organization));
    const judgment = await this.subjects.find(organization, scope, quote.name);
    const subject = await this.subjects.load(organization, judgment, call);
    const fingerprint = fingerprintOf(subject);
    // It moved since it was claimed: the price is of what is now, under a generation of its own.
    const own = fingerprint.equals(quote.fingerprint)
      ? quote
      : await settleQuote(this.database, subject.key, judgment.name, fingerprint);
    const { body, plan } = await this.pricing.price(subject, call);
    const packed = await packPlan(plan);
    await killPoint('calibration.alternatives.priced');
    await priceQuote(this.database, own, body, packed);
  }
}
