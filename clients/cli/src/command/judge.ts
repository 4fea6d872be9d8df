import type { Schema } from '@app/sdk';
import { Refusal } from '../exit/refusal';
import type { Column } from '../output/printer';
import { answerText } from './answer-text';
import type { Call, Commands } from './call';
import { readJsonArgument } from './text-argument';

interface Options {
  judgment: string;
  filter?: string;
  yes?: boolean;
}

/** Documents that one request judges at most. */
const batch = 100;

/** Asking an engine, or looking at what it would read. */
export const judge: Commands = (tree, run) => {
  tree
    .command('judge')
    .argument('[ids...]', 'documents, at most 100')
    .requiredOption('-j, --judgment <name>', 'the judgment')
    .option('--filter <json>', 'all documents that it takes, after a yes: JSON, @file, or - for the input')
    .option('--yes', 'with --filter: do not ask')
    .description('Asks the engine about documents now, whatever the freshness policy says. This costs money.')
    .action(run(judgeNow));
  tree
    .command('try')
    .argument('<definition>', 'of a judgment: JSON, @file, or - for the input')
    .argument('<ids...>', 'documents, at most five')
    .description('Asks the engine with a definition that is not stored. This costs money.')
    .action(run(tryOut));
  tree
    .command('preview')
    .argument('<id>', 'id of the document')
    .requiredOption('-j, --judgment <name>', 'the judgment')
    .description('Prints what the engine would read of a document. This costs nothing.')
    .action(run(preview));
};

async function judgeNow(call: Call<Options>, ids: string[]): Promise<void> {
  const { namespace, options, print, world } = call;
  if (ids.length > 0 === (options.filter !== undefined))
    throw new Refusal('Name documents by their ids, or by --filter.');
  if (options.filter !== undefined) return judgeFiltered(call, options.filter);
  await print.reply(
    (more) => namespace.judgments.get(options.judgment).judge({ documents: ids }, { ...more, signal: world.signal }),
    async ({ documents, usage }) => {
      await print.writeRows(documents, columnsOf(options.judgment));
      await print.tell(cost(usage));
    },
  );
}

async function judgeFiltered(call: Call<Options>, given: string): Promise<void> {
  const { namespace, options, print, world } = call;
  const { signal } = world;
  if (print.format === 'json') throw new Refusal('--json prints the bytes of one reply: with --filter, give --jsonl.');
  const filter = await readJsonArgument<Schema<'Filter'>>('--filter', given, world);
  const { count } = await namespace.query({ filter, count: true, limit: 1, include: [] }, { signal });
  await print.tell(`The filter takes ${count} documents.`);
  await call.confirm('Ask the engine about each?', options.yes);
  const total = { judgment_units: 0, cost_usd: 0 };
  let isFirst = true;
  for await (const page of namespace.query({ filter, limit: batch, include: [] }, { signal }).pages()) {
    const ids = page.documents.map(({ id }) => id);
    if (ids.length === 0) continue;
    const { documents, usage } = await namespace.judgments.get(options.judgment).judge({ documents: ids }, { signal });
    if (print.format === 'text') await print.writeRows(documents, columnsOf(options.judgment), isFirst);
    else for (const one of documents) await print.writeRaw(`${JSON.stringify(one)}\n`);
    total.judgment_units += usage.judgment_units;
    total.cost_usd += usage.cost_usd;
    isFirst = false;
  }
  // Sums of decimal prices would show the rounding of their binary form.
  await print.tell(cost({ ...total, cost_usd: Number(total.cost_usd.toFixed(9)) }));
}

function columnsOf(judgment: string): readonly Column<Schema<'DocumentView'>>[] {
  return [
    ['id', ({ id }) => id],
    [judgment, ({ answers }) => answerText(answers?.[judgment])],
  ];
}

async function tryOut({ namespace, print, world }: Call, given: string, ids: string[]): Promise<void> {
  const definition = await readJsonArgument<Schema<'TriedDefinition'>>('The definition', given, world);
  await print.reply(
    (more) => namespace.judgments.try({ definition, documents: ids }, { ...more, signal: world.signal }),
    async ({ documents, usage }) => {
      await print.writeRows(documents, [
        ['id', ({ document }) => document],
        ['answer', ({ answer }) => answerText(answer)],
        ['applies', ({ applies }) => applies],
        ['tokens', ({ context }) => context.tokens],
        ['cuts', ({ context }) => context.cuts.length || ''],
      ]);
      await print.tell(cost(usage));
    },
  );
}

async function preview({ namespace, options, print, world }: Call<Options>, id: string): Promise<void> {
  await print.reply(
    (more) => namespace.judgments.get(options.judgment).context({ document: id }, { ...more, signal: world.signal }),
    async ({ text, tokens, size_class, cuts }) => {
      for (const line of text.split('\n')) await print.writeLine(line);
      await print.tell(`${tokens} tokens, size ${size_class}`);
      for (const { path, kind, dropped } of cuts) await print.tell(`cut: ${dropped} ${kind} at ${path}`);
    },
  );
}

function cost({ judgment_units, cost_usd }: Pick<Schema<'UsageView'>, 'judgment_units' | 'cost_usd'>): string {
  return `${judgment_units} units, ${cost_usd} USD`;
}
