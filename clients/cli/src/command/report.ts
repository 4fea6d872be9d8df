import type { Schema } from '@app/sdk';
import type { Column } from '../output/printer';
import { savePage } from '../output/save-page';
import type { Call, Commands } from './call';

interface Options {
  judgment: string;
  sources?: string;
  since?: string;
  until?: string;
  html?: string;
}

type Interval = readonly number[] | null | undefined;

/** What the probabilities are worth. */
export const report: Commands = (tree, run) => {
  tree
    .command('report')
    .requiredOption('-j, --judgment <name>', 'the judgment')
    .option('--sources <names>', 'of posted,rule,queue,implicit')
    .option('--since <time>', 'outcomes observed at or after it')
    .option('--until <time>', 'outcomes observed before it')
    .option('--html <file>', 'save the page with its diagrams instead; - is the output')
    .description('Compares the probabilities of a judgment with what happened, on labels that no fit has seen.')
    .action(run(show));
};

async function show({ namespace, options, print, world }: Call<Options>): Promise<void> {
  const { judgment, sources, since, until } = options;
  const query = { sources, since, until };
  if (options.html !== undefined) {
    const more = { accept: 'text/html', signal: world.signal };
    // The client gives a form other than JSON as its text.
    const page = (await namespace.judgments.get(judgment).calibration(query, more)) as unknown as string;
    return savePage(options.html, page, print);
  }
  await print.reply(
    (more) => namespace.judgments.get(judgment).calibration(query, { ...more, signal: world.signal }),
    async (found) => {
      await print.writeFields([
        ['type', found.type],
        ['version', found.version],
        ['engine', found.engine_version],
        ['labels', found.labels.count],
        ['share of yes', within(found.base_rate, found.base_rate_interval)],
        ['read with', found.read_with],
        ['fitted', found.fitted_at],
        ['drift', found.drift && driftText(found.drift)],
      ]);
      const rows = (['raw', 'calibrated'] as const).flatMap((name) => {
        const held = found.held_out[name];
        return held ? [{ name, held }] : [];
      });
      await printAfterGap(rows.length, () => print.writeRows(rows, metrics));
      await printAfterGap(found.bins.length, () => print.writeRows(found.bins, bins));
      const thresholds = Object.entries(found.thresholds).map(([name, of]) => ({ name, of }));
      await printAfterGap(thresholds.length, () => print.writeRows(thresholds, performance));
      for (const { message } of found.notices) await print.tell(message);
    },
  );

  async function printAfterGap(rows: number, write: () => Promise<void>): Promise<void> {
    if (rows === 0) return;
    await print.writeRaw('\n');
    await write();
  }
}

interface Held {
  name: string;
  held: Schema<'HeldOutMetrics'>;
}

const metrics: readonly Column<Held>[] = [
  ['held out', ({ name }) => name],
  ['log loss', ({ held }) => within(held.log_loss, held.log_loss_interval)],
  ['brier', ({ held }) => within(held.brier, held.brier_interval)],
  ['calibration error', ({ held }) => within(held.ece, held.ece_interval)],
  ['noise floor', ({ held }) => short(held.ece_noise_floor?.high)],
  ['auroc', ({ held }) => within(held.auroc, held.auroc_interval)],
  ['accuracy', ({ held }) => within(held.accuracy, held.accuracy_interval)],
];

const bins: readonly Column<Schema<'BinView'>>[] = [
  ['from', ({ low }) => short(low)],
  ['to', ({ high }) => short(high)],
  ['labels', ({ n }) => n],
  ['said', ({ mean_p }) => short(mean_p)],
  ['happened', ({ observed, interval }) => within(observed, interval)],
];

const performance: readonly Column<{ name: string; of: Schema<'ThresholdPerformance'> }>[] = [
  ['threshold', ({ name }) => name],
  ['at', ({ of }) => of.threshold],
  ['flagged', ({ of }) => short(of.flagged)],
  ['precision', ({ of }) => within(of.precision, of.precision_interval)],
  ['recall', ({ of }) => within(of.recall, of.recall_interval)],
];

/** The last 30 days: the verdict, the tests that fail, and what came true beside what a fit from before read. */
export function driftText(drift: Schema<'DriftView'>): string {
  const { worse, reason, tests = [], mean_read: read, observed } = drift;
  if (reason) return `not tested: ${reason.replaceAll('_', ' ')}`;
  const failed = tests.filter(({ p }) => p <= 0.05).map(({ test, option }) => (option ? `${test} of ${option}` : test));
  const verdict = worse ? ['worse', ...(failed.length > 0 ? [`(${failed.join(', ')})`] : [])].join(' ') : 'none';
  const isShown = read !== null && read !== undefined && observed !== null;
  return isShown ? `${verdict}: ${short(observed)} came true where ${short(read)} was read` : verdict;
}

/** Three digits: more say nothing beside the intervals. */
export function short(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(Math.round(value * 1_000) / 1_000);
}

/** A figure with its 95 % interval. */
export function within(value: number | null | undefined, interval: Interval): string {
  const shown = short(value);
  return shown !== '' && interval ? `${shown} (${interval.map(short).join('..')})` : shown;
}
