import { epochLabel } from '@app/report';
import type { QueryOf, Schema } from '@app/sdk';
import { Option } from 'commander';
import { Refusal } from '../../exit/refusal';
import type { Column } from '../../output/printer';
import type { Call, Commands } from '../call/call';
import { withExamples } from '../call/examples';
import { within } from '../call/figure-text';
import { parseJson } from '../call/text-argument';
import { count, flaggedFilter, type Move, readEffect } from './threshold-effect';

type Query = NonNullable<QueryOf<'judgment_recommendation'>>;

interface Recommend {
  judgment: string;
  on: string;
  target: Query['target'];
  atLeast?: string;
  costFalsePositive?: string;
  costFalseNegative?: string;
}

/** What each way to flag costs an answer; what it saves is against the row. */
const costs: readonly Column<Schema<'DecisionRow'>>[] = [
  ['flags', ({ flags, name }) => name ?? flags],
  ['threshold', ({ threshold }) => threshold],
  ['cost of an answer', ({ cost, cost_interval: interval }) => within(cost, interval)],
  ['the recommended saves', ({ saves, saves_interval: interval }) => within(saves, interval)],
];

/** Thresholds of a judgment. */
export const threshold: Commands = (tree, run) => {
  const group = withExamples(
    tree.command('threshold').description('Recommends and sets thresholds.'),
    'threshold recommend -j late --target precision --at-least 0.9',
    'threshold set -j late alarm=0.62',
    `threshold set -j topic 'refunds={"option": "refund", "gte": 0.6}'`,
  );
  group
    .command('recommend')
    .requiredOption('-j, --judgment <name>', 'the judgment')
    .option('--on <number>', 'p, dist.<option> or score', 'p')
    .addOption(
      new Option('--target <what>', 'what to hold').choices(['precision', 'recall', 'cost']).makeOptionMandatory(),
    )
    .option('--at-least <share>', 'of precision or recall, such as 0.9')
    .option('--cost-false-positive <n>', 'with --target cost, in any unit')
    .option('--cost-false-negative <n>', 'with --target cost, in the same unit')
    .description('Names the threshold that holds a target, by the labels there are.')
    .action(run(recommend));
  group
    .command('set')
    .argument('<names...>', 'such as alarm=0.62; alarm=null removes it; a value may be JSON')
    .requiredOption('-j, --judgment <name>', 'the judgment')
    .option('--yes', 'do not ask')
    .description('Sets thresholds for every answer at once, after it showed what they flag now.')
    .action(run(set));
};

async function recommend({ namespace, options, print, world }: Call<Recommend>): Promise<void> {
  assertComplete(options);
  const query: Query = {
    on: options.on,
    target: options.target,
    at_least: options.atLeast,
    cost_false_positive: options.costFalsePositive,
    cost_false_negative: options.costFalseNegative,
  };
  await print.reply(
    (more) => namespace.judgments.get(options.judgment).recommendation(query, { ...more, signal: world.signal }),
    async (found) => {
      await print.writeFields([
        ['on', `${options.on}, raw`],
        ['threshold', found.threshold],
        ['holds', found.holds],
        ['flagged', found.flagged],
        ['precision', found.precision && within(found.precision.value, found.precision.interval)],
        ['recall', found.recall && within(found.recall.value, found.recall.interval)],
        ['cost', found.cost],
        ['labels', found.n],
        ['documents', found.documents],
        ['labels needed', found.labels_needed],
        ['documents needed', found.documents_needed],
        ['engine', epochLabel(found)],
      ]);
      if (found.decision) await print.writeRows(found.decision.rows, costs);
      for (const { message } of found.notices ?? []) await print.tell(message);
    },
  );
}

/** @throws Refusal for what the service must refuse: a target without its number */
function assertComplete({ target, atLeast, costFalsePositive, costFalseNegative }: Recommend): void {
  if (target === 'cost') {
    if (costFalsePositive !== undefined && costFalseNegative !== undefined) return;
    throw new Refusal('--target cost needs --cost-false-positive and --cost-false-negative, such as 1 and 5.');
  }
  if (atLeast === undefined) throw new Refusal(`--target ${target} needs --at-least, such as 0.9.`);
  const share = Number(atLeast);
  if (!(share > 0 && share < 1)) throw new Refusal(`--at-least must lie between 0 and 1, such as 0.9: "${atLeast}".`);
}

async function set(call: Call<{ judgment: string; yes?: boolean }>, given: string[]): Promise<void> {
  const { namespace, options, print, world } = call;
  const judgment = namespace.judgments.get(options.judgment);
  const thresholds = Object.fromEntries(given.map(assignment)) as Schema<'ThresholdsPatch'>;
  const { thresholds: now } = await judgment.read({ signal: world.signal });
  for (const [name, to] of Object.entries(thresholds)) {
    const from = Object.hasOwn(now, name) ? now[name] : null;
    await print.tell(await readEffect(call, { name, from, to } as Move));
  }
  await call.confirm('Set them for every answer?', options.yes);
  await print.reply(
    (more) => judgment.update({ thresholds }, { ...more, signal: world.signal }),
    async () => {
      for (const [name, next] of Object.entries(thresholds)) await print.writeLine(await readDone(call, name, next));
    },
  );
}

async function readDone(call: Call<{ judgment: string }>, name: string, next: unknown): Promise<string> {
  if (next === null) return `${name} is removed.`;
  if (call.namespace.name.endsWith('/*')) return `${name} is set.`;
  return `${name} flags ${await count(call, flaggedFilter(call.options.judgment, name))} documents now.`;
}

function assignment(given: string): [name: string, value: unknown] {
  const [, name, value] = /^([^=]+)=(.+)$/s.exec(given) ?? [];
  if (!name || !value) throw new Refusal(`"${given}" is no threshold: write NAME=VALUE, such as alarm=0.62.`);
  return [name, parseJson(`The value of ${name}`, value, 'Give a number, null or JSON.')];
}
