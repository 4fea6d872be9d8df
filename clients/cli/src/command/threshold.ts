import { epochLabel } from '@app/report';
import type { QueryOf, Schema } from '@app/sdk';
import { Option } from 'commander';
import { Refusal } from '../exit/refusal';
import type { Column } from '../output/printer';
import type { Call, Commands } from './call';
import { within } from './figure-text';
import { parseJson } from './text-argument';

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
  const group = tree.command('threshold').description('Recommends and sets thresholds.');
  group
    .command('recommend')
    .requiredOption('-j, --judgment <name>', 'the judgment')
    .option('--on <number>', 'p, dist.<option> or score', 'p')
    .addOption(
      new Option('--target <what>', 'what to hold').choices(['precision', 'recall', 'cost']).makeOptionMandatory(),
    )
    .option('--at-least <share>', 'of precision or recall')
    .option('--cost-false-positive <n>', 'with --target cost')
    .option('--cost-false-negative <n>', 'with --target cost')
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

async function set(call: Call<{ judgment: string; yes?: boolean }>, given: string[]): Promise<void> {
  const { namespace, options, print, world } = call;
  const judgment = namespace.judgments.get(options.judgment);
  const thresholds = Object.fromEntries(given.map(assignment)) as Schema<'ThresholdsPatch'>;
  const { thresholds: now } = await judgment.read({ signal: world.signal });
  for (const [name, next] of Object.entries(thresholds)) {
    const flagged = name in now ? await countFlagged(call, name) : null;
    const share = flagged === null ? '' : ` It flags ${flagged} documents.`;
    await print.tell(`${name}: ${JSON.stringify(now[name] ?? null)} becomes ${JSON.stringify(next)}.${share}`);
  }
  await call.confirm('Set them for every answer?', options.yes);
  await print.reply(
    (more) => judgment.update({ thresholds }, { ...more, signal: world.signal }),
    async () => {
      for (const [name, next] of Object.entries(thresholds)) {
        const flagged = next === null ? null : await countFlagged(call, name);
        await print.writeLine(flagged === null ? `${name} is removed.` : `${name} flags ${flagged} documents now.`);
      }
    },
  );
}

/** Documents that a threshold flags now; null for a prefix, which holds no documents itself. */
async function countFlagged(
  { namespace, options, world }: Call<{ judgment: string }>,
  name: string,
): Promise<number | null> {
  if (namespace.name.endsWith('/*')) return null;
  const filter = { [`answers.${options.judgment}.thresholds.${name}`]: true };
  const { count } = await namespace.query({ filter, count: true, limit: 1, include: [] }, { signal: world.signal });
  return count ?? null;
}

function assignment(given: string): [name: string, value: unknown] {
  const [, name, value] = /^([^=]+)=(.+)$/s.exec(given) ?? [];
  if (!name || !value) throw new Refusal(`"${given}" is no threshold: write NAME=VALUE, such as alarm=0.62.`);
  return [name, parseJson(`The value of ${name}`, value, 'Give a number, null or JSON.')];
}
