import { BUS, DATABASE } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { readOrganizationMarks } from '@app/contracts/gateway';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { ownCaller } from '../../judgment/own-caller';
import { packPlan } from '../quote/plan';
import { Priced, PricingService } from '../quote/pricing.service';
import { QuoteRow, priceQuote, readPriced } from '../quote/quote.store';
import { TableService } from '../table-state/table.service';
import { ConfirmService } from '../run/confirm.service';
import { isKnown } from '../subject/known-engine';
import { Subject, unscoredOf } from '../subject/subject';

/** Longer than the pricing of one table takes. */
const limitMs = 60_000;

/** Confirms by itself what a judgment's setting asks for: at most one run a month, never of an engine that is new. */
@Injectable()
export class AutomaticService {
  constructor(
    private readonly tables: TableService,
    private readonly pricing: PricingService,
    private readonly confirming: ConfirmService,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(BUS) private readonly bus: Pick<Bus, 'requester'>,
  ) {}

  async start(subject: Subject): Promise<void> {
    const { organization } = subject.key;
    const call = Call.within(limitMs, ownCaller(organization));
    if (!(await this.isEntitled(organization, call))) return;
    const quote = await this.tables.readQuoteOf(subject);
    if (!quote || subject.run) return;
    const known = await this.priceKnown(subject, call);
    if (known.plan.rows.length === 0) return;
    await this.settle(subject, quote, call);
    const priced = await readPriced(this.database, subject.key, quote.generation);
    // Without a caller: no plan of one is remembered for the organization.
    if (!priced) return;
    const own = { ...priced, body: known.body, priced: await packPlan(known.plan) };
    await this.confirming.begin(subject, own, true, Call.within(limitMs));
  }

  /** The setting has an effect from Team on; without an answer of the gateway nothing starts. */
  private async isEntitled(organization: string, call: Call): Promise<boolean> {
    const { plan } = await this.bus.requester.ask(readOrganizationMarks, { organization }, call.hop());
    return plan === 'team' || plan === 'scale';
  }

  /** A price of the rows whose engines are known. Only a person confirms another one. */
  private priceKnown(subject: Subject, call: Call): Promise<Priced> {
    const candidates = unscoredOf(subject).filter(({ definition }) => isKnown(subject, definition.engine));
    return this.pricing.price({ ...subject, candidates }, call);
  }

  /** The quote must be priced before a run of its generation begins: a reader may confirm it at the same time. */
  private async settle(subject: Subject, quote: QuoteRow, call: Call): Promise<void> {
    if (quote.status === 'ready') return;
    const { body, plan } = await this.pricing.price(subject, call);
    await priceQuote(this.database, quote, body, await packPlan(plan));
  }
}
