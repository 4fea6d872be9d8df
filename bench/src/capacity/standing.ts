import { Measure, bytes, microseconds, milliseconds, perSecond } from '../case/figures';
import { sellerGroup } from '../load/documents';
import { pathOf, until } from '../stack/client';
import { StackSite } from '../stack/site';
import { Cost, Ledger } from './ledger';
import { GrowingNamespace, OperationFigures } from './namespace';
import { Operation } from './operations';
import { inTurns } from './turns';

export const grownName = 'bench/capacity';
const baseName = 'bench/capacity-base';
/** What the grown namespace is measured by. */
export const baseSize = { normal: 100_000, short: 300 };
const operations: readonly Operation[] = ['read', 'upsert', 'query', 'order', 'threshold'];
const backLimitS = 120;
/** Requests in a row that succeed when all services have their connections again. */
const requestsThatSucceed = 50;

/** The two namespaces of a site. */
export interface Standing {
  ledger: Ledger;
  grown: GrowingNamespace;
  base: GrowingNamespace;
}

const standing = new WeakMap<StackSite, Standing>();

/** Makes both namespaces at the first call and fills the base, while the other one is empty. */
export async function standingOf(site: StackSite, isShort: boolean): Promise<Standing> {
  const made = standing.get(site);
  if (made) return made;
  const ledger = await Ledger.open(site.stack);
  const base = new GrowingNamespace(site, baseName, ledger);
  const grown = new GrowingNamespace(site, grownName, ledger);
  for (const namespace of [base, grown]) await namespace.create();
  await base.growTo(isShort ? baseSize.short : baseSize.normal);
  const both = { ledger, grown, base };
  standing.set(site, both);
  return both;
}

/** To be called when the grown namespace is deleted. */
export function forget(site: StackSite): void {
  standing.delete(site);
}

/**
 * The grown namespace with so many documents at least, and the base. An empty one is filled by copies of the base, which
 * takes a tenth of the time of writes; both are vacuumed then.
 */
export async function standingWith(site: StackSite, documents: number, isShort: boolean): Promise<Standing> {
  const both = await standingOf(site, isShort);
  if (both.grown.documents >= documents) return both;
  if (both.grown.documents === 0 && documents % sellerGroup === 0) await both.grown.copyFrom(both.base, documents);
  else await both.grown.growTo(documents);
  await both.ledger.vacuum();
  return both;
}

/** The operations on both namespaces in turns. @returns the worst ratio of p50, and the figures of each operation */
export async function compared(
  { grown, base }: Standing,
  isShort: boolean,
  of: readonly Operation[] = operations,
): Promise<{ worst: number; measures: Record<string, Measure> }> {
  const measures: Record<string, Measure> = {};
  let worst = 0;
  for (const operation of of) {
    const both = await inTurns(grown, base, operation, isShort ? 0.1 : 1);
    worst = Math.max(worst, both.grown.p50Ms / both.base.p50Ms);
    Object.assign(measures, measuresOf(operation, both.grown), {
      [`${operation} p50 of 100,000`]: milliseconds(both.base.p50Ms),
      [`${operation} CPU of 100,000`]: microseconds(1000 * both.base.cpuMs),
      [`${operation} CPU of Postgres of 100,000`]: microseconds(1000 * both.base.postgresMs),
    });
  }
  return { worst, measures };
}

/** Ends Postgres, and waits until it is up again and the services answer. */
export async function restart(site: StackSite, { ledger }: Standing): Promise<void> {
  await ledger.end();
  let succeeded = 0;
  const answers = async (): Promise<boolean> => {
    try {
      await site.client.call('GET', pathOf(baseName));
      succeeded += 1;
    } catch {
      // A connection that was cut is found by its first use; the wait has an end.
      succeeded = 0;
    }
    return succeeded >= requestsThatSucceed;
  };
  await until(answers, backLimitS, 20);
  await ledger.find();
}

export function measuresOf(operation: string, { p50Ms, cpuMs, postgresMs }: OperationFigures): Record<string, Measure> {
  return {
    [`${operation} p50`]: milliseconds(p50Ms),
    [`${operation} CPU`]: microseconds(1000 * cpuMs),
    [`${operation} CPU of Postgres`]: microseconds(1000 * postgresMs),
  };
}

export function costPerUnit(what: string, cost: Cost, units: number, unit: string): Record<string, Measure> {
  return {
    [what]: perSecond(units / cost.seconds),
    [`${what} CPU ${unit}`]: microseconds((1e6 * cost.cpu) / units),
    [`${what} CPU of Postgres`]: microseconds((1e6 * cost.postgres) / units),
    [`${what} WAL ${unit}`]: bytes(cost.wal / units),
  };
}
