import { Case, LeftOut, Preparation, Setting, Site, Size } from './case';
import { Figures, assertFigures, renderFigures, renderQuotients } from './figures';
import { Options } from '../options';

export interface Run extends Options {
  /** Shows one line of the result. */
  print(line: string): void;
  /** Shows what is going on, and what broke. */
  log(line: string): void;
  /** Takes the ratios of a row of this checkout, round by round, as soon as it was measured. */
  keep(name: string, ratios: readonly number[]): void;
  /** Called just before a row is measured. */
  begin(): void;
  /** Whether the time of the run is over: no other row begins. */
  isOver(): boolean;
  /** The day of the figures that the table has of a row; empty without any. */
  measuredOn(name: string): string;
}

export interface Tally {
  cases: number;
  failed: number;
}

/** A checkout whose services run. */
export interface Build<S extends Site> {
  label: 'this' | 'against';
  site: S;
}

/**
 * Makes the preparations and runs the cases one after another; one that fails does not end the others. A run whose time is
 * bounded makes what a case needs just before it, and begins with those that the table knows least about.
 */
export async function runCases<S extends Site>(
  cases: readonly Case<S>[],
  builds: Build<S>[],
  run: Run,
): Promise<Tally> {
  const failures = new Map<Preparation<S>, unknown>();
  if (run.minutes === null) await prepare(cases, failures, builds, run);
  const tally: Tally = { cases: 0, failed: 0 };
  // Cases that are named may build on each other.
  for (const one of run.minutes === null || run.only !== '' ? cases : oldestFirst(cases, run)) {
    if (run.isOver()) {
      run.print(`not begun: ${one.name}: ${run.minutes} minutes have passed`);
      continue;
    }
    const beganMs = performance.now();
    if (run.minutes !== null) await prepare([one], failures, builds, run);
    const failure = one.needs.map((preparation) => failures.get(preparation)).find((error) => error != null);
    if (failure instanceof LeftOut) {
      run.print(`left out: ${one.name}: ${failure.message}`);
      continue;
    }
    tally.cases += 1;
    try {
      if (failure) throw failure;
      run.begin();
      report(one, await measure(one, builds, run), run);
    } catch (error) {
      tally.failed += 1;
      reportFailure(one.name, error, run);
    }
    run.log(`${one.name} took ${Math.ceil((performance.now() - beganMs) / 1000)} s`);
  }
  return tally;
}

function oldestFirst<S extends Site>(cases: readonly Case<S>[], { measuredOn }: Run): Case<S>[] {
  return [...cases].sort((one, other) => measuredOn(one.name).localeCompare(measuredOn(other.name)));
}

/**
 * Makes what the cases need and what does not stand yet, once.
 * @param failures takes each preparation that was made, with what went wrong or null
 */
async function prepare<S extends Site>(
  cases: readonly Case<S>[],
  failures: Map<Preparation<S>, unknown>,
  builds: Build<S>[],
  run: Run,
): Promise<void> {
  const wanted = new Set(cases.flatMap(({ needs }) => needs.filter((preparation) => !failures.has(preparation))));
  for (const preparation of wanted) {
    const setting = settingOf<S>(preparation.size, run);
    run.log(`preparing ${preparation.name} (${setting.size}) ...`);
    failures.set(preparation, null);
    try {
      for (const { site } of builds) {
        const note = await preparation.make(site, setting);
        if (note) run.print(note);
      }
    } catch (error) {
      failures.set(preparation, error);
    }
  }
  for (const { site } of builds) await site.settle?.();
}

/** Rounds of all builds in turns, so that what changes on the machine meets each of them. */
async function measure<S extends Site>(
  one: Case<S>,
  builds: readonly Build<S>[],
  run: Run,
): Promise<Record<Build<S>['label'], Figures[]>> {
  const setting = settingOf<S>(one.size, run);
  const rounds = Math.min(run.rounds, one.maxRounds ?? Infinity);
  const isWarmedUp = one.maxRounds === undefined && !run.isShort;
  const figures: Record<Build<S>['label'], Figures[]> = { this: [], against: [] };
  for (const { site } of builds) site.reset?.();
  for (let number = isWarmedUp ? 0 : 1; number <= rounds; number++) {
    const turns = number % 2 === 0 ? builds : [...builds].reverse();
    for (const { label, site } of turns) {
      const result = await one.round({ ...setting, site, number });
      if (number > 0) figures[label].push(result);
    }
  }
  for (const { label, site } of builds) {
    assertFigures(figures[label]);
    await one.check?.(site, setting);
  }
  return figures;
}

function report<S extends Site>(
  { name, goal }: Case<S>,
  figures: Record<Build<S>['label'], Figures[]>,
  run: Run,
): void {
  // A round of a moment says nothing about a goal.
  const shown = run.isShort ? null : goal;
  run.print(renderFigures(name, shown, figures.this));
  run.keep(name, ratiosOf(figures.this));
  if (run.against === null) return;
  run.print(renderFigures(`  against ${run.against}`, shown, figures.against));
  run.print(renderQuotients('  this by that', figures.this, figures.against));
}

function ratiosOf(rounds: readonly Figures[]): number[] {
  return rounds.map(({ ratio }) => ratio);
}

function settingOf<S extends Site>(size: Size, { clients, isShort, sizes }: Run): Setting<S> {
  const sizeOf = ({ option, short, normal }: Size): number => (option && sizes[option]) ?? (isShort ? short : normal);
  return { clients, isShort, size: sizeOf(size), sizeOf: (preparation) => sizeOf(preparation.size) };
}

export function reportFailure(name: string, error: unknown, run: Run): void {
  run.print(`FAILED: ${name}: ${error instanceof Error ? error.message : String(error)}`);
  run.log(error instanceof Error ? (error.stack ?? '') : '');
}
