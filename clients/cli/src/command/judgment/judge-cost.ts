import type { Schema } from '@app/sdk';

type Judged = Schema<'JudgedDocuments'>;
type Cost = Pick<Schema<'UsageView'>, 'judgment_units' | 'cost_usd'>;

/** What was done, or would be, summed over requests. */
export class JudgedTotal {
  /** Requests that were answered. */
  requests = 0;
  private asked: number | undefined = 0;
  private kept: number | undefined = 0;
  private readonly price: Cost = { judgment_units: 0, cost_usd: 0 };
  private readonly usage: Cost = { judgment_units: 0, cost_usd: 0 };

  add({ asked, kept, estimate, usage }: Pick<Judged, 'asked' | 'kept' | 'estimate'> & { usage?: Cost }): void {
    this.requests += 1;
    // A service of an older release counts neither.
    this.asked = asked === undefined || this.asked === undefined ? undefined : this.asked + asked;
    this.kept = kept === undefined || this.kept === undefined ? undefined : this.kept + kept;
    if (estimate) addCost(this.price, estimate);
    if (usage) addCost(this.usage, usage);
  }

  get priceText(): string {
    return `${this.asked ?? 0} to ask, ${this.kept ?? 0} kept: at most ${costText(this.price)}`;
  }

  get doneText(): string {
    const { asked, kept, usage } = this;
    if (asked === undefined || kept === undefined) return costText(usage);
    const counts = `${asked} judged, ${kept} kept: ${costText(usage)}`;
    const isNothing = asked === 0 && kept > 0;
    return isNothing ? `${counts}. Nothing was asked: the answers are fresh. Ask for new ones with --again.` : counts;
  }
}

/** Sums of decimal prices would show the rounding of their binary form. */
export function costText({ judgment_units, cost_usd }: Cost): string {
  return `${judgment_units} units, ${Number(cost_usd.toFixed(9))} USD`;
}

function addCost(to: Cost, from: Cost): void {
  to.judgment_units += from.judgment_units;
  to.cost_usd += from.cost_usd;
}
