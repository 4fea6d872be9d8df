import {
  FigureColumn,
  FigureRow,
  cellText,
  columnsOf,
  epochLabel,
  figureRows,
  labelsText,
  repeatabilityText,
  valueText,
  verdictOf,
} from '@app/report';
import type { Schema } from '@app/sdk';
import type { Column } from '../../output/printer';
import { savePage } from '../../output/save-page';
import type { Call, Commands } from '../call/call';
import { short, within } from '../call/figure-text';
import { segmentColumns } from './segment-columns';

interface Options {
  judgment: string;
  sources?: string;
  since?: string;
  until?: string;
  engineVersion?: string;
  by?: string;
  html?: string;
}

/** What the probabilities are worth. */
export const report: Commands = (tree, run) => {
  tree
    .command('report')
    .requiredOption('-j, --judgment <name>', 'the judgment')
    .option('--sources <names>', 'of posted,rule,queue,implicit')
    .option('--since <time>', 'outcomes observed at or after it')
    .option('--until <time>', 'outcomes observed before it')
    .option('--engine-version <epoch>', 'the epoch whose labels count; the newest when left out')
    .option('--by <path>', 'attributes.NAME: also the labels by its value when they were bound')
    .option('--html <file>', 'save the page with its diagrams instead; - is the output')
    .description('Compares the probabilities of a judgment with what happened, on labels that no fit has seen.')
    .action(run(show));
};

async function show({ namespace, options, print, world }: Call<Options>): Promise<void> {
  const { judgment, sources, since, until, engineVersion: engine_version, by } = options;
  const query = { sources, since, until, engine_version, by };
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
        ['verdict', verdictOf(found).sentence],
        ['type', found.type],
        ['version', found.version],
        ['engine', epochLabel(found)],
        ['labels', labelsText(found)],
        ['share of yes', within(found.base_rate, found.base_rate_interval)],
        ['read with', found.read_with],
        ['fitted', found.fitted_at],
        ['agreement', agreementText(found.agreement)],
        ['drift', found.drift && driftText(found.drift)],
        ['asked again', found.repeatability ? repeatabilityText(found.repeatability) : null],
      ]);
      const figures = figureRows(found);
      const columns: readonly Column<FigureRow>[] = [
        ['held out', ({ label }) => label],
        ...columnsOf(found).map(({ key, title }): Column<FigureRow> => [
          title.toLowerCase(),
          (row) => textOf(row, key),
        ]),
      ];
      await printAfterGap(figures.length, () => print.writeRows(figures, columns));
      const { confusion = [], level_bias: levels = [], errors = [] } = found;
      await printAfterGap(confusion.length, () => print.writeRows(confusion, confused));
      await printAfterGap(levels.length, () => print.writeRows(levels, biased));
      await printAfterGap(errors.length, () => print.writeRows(errors, wrong));
      await printAfterGap(found.bins.length, () => print.writeRows(found.bins, bins));
      const thresholds = Object.entries(found.thresholds).map(([name, of]) => ({ name, of }));
      await printAfterGap(thresholds.length, () => print.writeRows(thresholds, performance));
      const segments = found.segments?.values ?? [];
      await printAfterGap(segments.length, () => print.writeRows(segments, segmentColumns(by)));
      for (const { message } of found.notices) await print.tell(message);
    },
  );

  async function printAfterGap(rows: number, write: () => Promise<void>): Promise<void> {
    if (rows === 0) return;
    await print.writeRaw('\n');
    await write();
  }
}

/** A figure of one reading; nothing where the labels do not allow it. */
function textOf(row: FigureRow, key: FigureColumn['key']): string {
  const cell = row[key];
  return cell ? cellText(cell, row.unit) : '';
}

const nameOf = (value: boolean | string | number | null) => (value === null ? 'none of these' : String(value));

const confused: readonly Column<Schema<'ConfusedValues'>>[] = [
  ['actual', ({ observed }) => nameOf(observed)],
  ['predicted', ({ read }) => nameOf(read)],
  ['labels', ({ labels }) => labels],
  ['share', ({ share, interval }) => cellText({ value: share, interval }, 'share')],
];

const biased: readonly Column<Schema<'LevelBiasView'>>[] = [
  ['predicted near', ({ level }) => level],
  ['labels', ({ labels }) => labels],
  ['predicted', ({ mean_read }) => valueText(mean_read)],
  ['minus actual', ({ bias, interval }) => cellText({ value: bias, interval }, 'number')],
];

const wrong: readonly Column<Schema<'WrongLabel'>>[] = [
  ['most confident mistakes', ({ document }) => document],
  ['namespace', ({ namespace }) => namespace],
  ['actual', ({ observed }) => nameOf(observed)],
  ['probability', ({ p }) => valueText(p)],
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

/** Whether several labellers say the same; null where too few answers have two. */
function agreementText(found: Schema<'CalibrationReport'>['agreement']): string | null {
  if (!found) return null;
  const { alpha, interval, answers, authors } = found;
  return `alpha ${within(alpha, interval)} of ${authors} labellers on ${answers} answers`;
}
