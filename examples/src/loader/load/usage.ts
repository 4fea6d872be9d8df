import { JudgmentError, type Schema } from '@app/sdk/client';
import { Target } from '../target';

/** What a namespace has used, this month. */
export class Spend {
  constructor(
    readonly judgmentUnits: number,
    readonly costUsd: number,
  ) {}

  plus(other: Spend): Spend {
    return new Spend(this.judgmentUnits + other.judgmentUnits, this.costUsd + other.costUsd);
  }

  /** What came on top of an earlier reading; a turn of the month in between reads as no less than 0. */
  minus(earlier: Spend): Spend {
    return new Spend(
      Math.max(0, this.judgmentUnits - earlier.judgmentUnits),
      Math.max(0, this.costUsd - earlier.costUsd),
    );
  }
}

/** The month's spend of all these namespaces; null when it is not told. */
export async function spendOfAll(targets: readonly Target[]): Promise<Spend | null> {
  let sum = new Spend(0, 0);
  for (const target of targets) {
    const spend = await readSpendOf(target);
    if (spend === null) return null;
    sum = sum.plus(spend);
  }
  return sum;
}

/** The month's spend of the namespace itself, not of its neighbours with the same prefix; null when it is not told. */
async function readSpendOf(target: Target): Promise<Spend | null> {
  let report: Schema<'UsageReport'>;
  try {
    report = await target.api.organization.usage({ namespace_prefix: target.namespace });
  } catch (thrown) {
    // A key of one namespace may not see the organization's usage: the run is no worse for it.
    if (thrown instanceof JudgmentError && (thrown.code === 'forbidden' || thrown.code === 'not_found')) return null;
    throw thrown;
  }
  const line = report.namespaces.find(({ namespace }) => namespace === target.namespace);
  return new Spend(line?.judgment_units ?? 0, line?.cost_usd ?? 0);
}
