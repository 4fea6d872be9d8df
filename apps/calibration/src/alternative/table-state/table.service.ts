import { DATABASE } from '@app/boot';
import { Call } from '@app/bus';
import { AlternativesTable, ReadAlternatives } from '@app/contracts/calibration';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { EpochSources } from '../../epoch/epoch-sources';
import { Judgment } from '../../judgment/judgment';
import { fingerprintOf } from '../quote/fingerprint';
import { PricingWorker } from '../quote/pricing.worker';
import { quoteView } from '../quote/quote-view';
import { QuoteRow, findQuote, settleQuote } from '../quote/quote.store';
import { Subject, unscoredOf } from '../subject/subject';
import { SubjectService } from '../subject/subject.service';
import { TableBasis } from '../table/state';
import { tableOf } from '../table/table';
import { StateService } from './state.service';

/** Reads tables of alternatives. A read asks no engine and bills nothing. */
@Injectable()
export class TableService {
  constructor(
    private readonly subjects: SubjectService,
    private readonly states: StateService,
    private readonly pricing: PricingWorker,
    private readonly epochs: EpochSources,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /** @throws Problem `not_found` */
  async read({ namespace, judgment: name, plan }: ReadAlternatives, call: Call): Promise<AlternativesTable> {
    const { organization } = call.who;
    const judgment = await this.subjects.find(organization, namespace, name);
    const bare = fixedBasis(judgment, namespace);
    if (bare) return this.epochs.addTo(judgment, tableOf(this.states.bare(judgment, bare, plan)));
    const subject = await this.subjects.load(organization, judgment, call);
    return this.readTableOf(subject, plan, call);
  }

  async readTableOf(subject: Subject, plan: string, call: Call): Promise<AlternativesTable> {
    const quote = quoteView(subject, await this.readQuoteOf(subject));
    const table = tableOf(await this.states.readFor(subject, quote, plan, call));
    return this.epochs.addTo(subject.judgment, table);
  }

  /**
   * The quote as it is now; null while there is nothing to score. While a run is open it stays as it was confirmed: what the run answers would move it again and
   * again.
   */
  async readQuoteOf(subject: Subject): Promise<QuoteRow | null> {
    const { key, judgment, labelled, run } = subject;
    if (!labelled) return null;
    if (run) return findQuote(this.database, key);
    if (unscoredOf(subject).length === 0) return null;
    const quote = await settleQuote(this.database, key, judgment.name, fingerprintOf(subject));
    if (quote.status === 'quoting') this.pricing.wake();
    return quote;
  }
}

/** A judgment whose table is elsewhere, or that has none. */
export function fixedBasis({ scope, parts }: Judgment, namespace: string): TableBasis | null {
  if (scope !== namespace) return { kind: 'inherited', template: scope };
  return parts !== null && parts.length > 0 ? { kind: 'composite' } : null;
}
