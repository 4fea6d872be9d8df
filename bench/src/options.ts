import { type Commands, type OrderReader, UnreadableCommand, addExamples, addNotes, readOrder } from '@app/commands';
import { InvalidArgumentError } from 'commander';
import { SizeOption } from './case/case';

export interface Options {
  /** Counted rounds of each case. */
  rounds: number;
  /** Connections that send at once. */
  clients: number;
  /** Part of the names of the cases to run; empty: all but those on demand. */
  only: string;
  isShort: boolean;
  /** Whether what is measured is written into docs/performance.md. */
  isReported: boolean;
  /** No row begins after so many minutes; null without an end. */
  minutes: number | null;
  /** A second checkout whose build is measured beside this one. */
  against: string | null;
  /** Sizes that were given by hand. */
  sizes: Partial<Record<SizeOption, number>>;
}

interface Words extends Partial<Record<SizeOption, number>> {
  rounds?: number;
  clients?: number;
  only?: string;
  short?: boolean;
  report?: boolean;
  minutes?: number;
  against?: string;
}

/** Batches of 100 move about among them. */
const leastDocuments = 200;

/** The options of `npm run bench`. */
export const benchTable: Commands<OrderReader<Options>> = (bench, run) => {
  bench
    .description(
      'Measures the hot paths as ratios against the raw limit in the same run, on servers of its own: one line a case, and a last line `N cases, N failed`. A case has failed when it broke or gave no figures; a missed goal is no failure.',
    )
    .option('--rounds <n>', 'counted rounds of each case, after one that warms up (5; with --short 1)', wholeFrom(1))
    .option('--seconds <n>', 'length of a round under load (3)', above0)
    .option(
      '--documents <n>',
      'documents that stand before reads and writes are timed; the sustained load writes as many (100000)',
      wholeFrom(leastDocuments),
    )
    .option('--clients <n>', 'connections that send at once (32; with --short 8)', wholeFrom(1))
    .option(
      '--outcomes <n>',
      'outcomes that stand before posting is timed: a million takes some minutes (1000000)',
      wholeFrom(1),
    )
    .option(
      '--only <text>',
      'only the cases whose name contains <text> (all but the sustained load, which runs when it is named)',
    )
    .option(
      '--short',
      'each case once, one round at its small size, without Redis; under two minutes. Figures mean nothing then',
    )
    .option(
      '--against <folder>',
      'a second checkout, installed and built: its services run beside these, and rounds take turns',
    )
    .option(
      '--report',
      "writes each row's figures into the table of docs/performance.md, and keeps those of other rows",
    )
    .option(
      '--minutes <n>',
      'begins no case once <n> minutes have passed; without --only those with no or the oldest figures in the table come first',
      above0,
    )
    .action(run(optionsOf));
  addExamples(bench, '--only "point read" --rounds 3', '--against ../before --only upsert', '--report --minutes 50');
  addNotes(bench, 'Exit code: 0 every case gave figures, 1 a case failed. docs/performance.md says what was found.');
};

/** @throws UnreadableCommand with a sentence and the usage when an option cannot be read */
export function parseOptions(args: string[]): Options {
  return readOrder('npm run bench --', [benchTable], args);
}

function optionsOf({
  short: isShort = false,
  report: isReported = false,
  minutes,
  rounds,
  clients,
  only = '',
  against,
  ...sizes
}: Words): Options {
  // A round of a moment says nothing.
  if (isShort && isReported) throw new UnreadableCommand('--report needs rounds of full size: leave --short out.');
  return {
    rounds: rounds ?? (isShort ? 1 : 5),
    clients: clients ?? (isShort ? 8 : 32),
    only,
    isShort,
    isReported,
    minutes: minutes ?? null,
    against: against ?? null,
    sizes,
  };
}

function wholeFrom(least: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least}.`);
  };
}

function above0(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('It must be a number above 0.');
}
