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
  again?: boolean;
  dryRun?: boolean;
}

type Judged = Schema<'JudgedDocuments'>;

/** Documents that one request judges at most. */
const batch = 100;

/** Asking an engine, or looking at what it would read. */
export const judge: Commands = (tree, run) => {
  tree
    .command('judge')
    .argument('[ids...]', 'documents, at most 100')
    .requiredOption('-j, --judgment <name>', 'the judgment')
    .option('--filter <json>', 'all documents that it takes, after a yes: JSON, @file, or - for the input')
    .option('--again', 'ask also for answers that are fresh, after a yes to the price; each new answer is charged')
    .option('--dry-run', 'print the price, and ask nothing')
    .option('--yes', 'with --filter or --again: do not ask')
    .description('Judges documents now. Answers that are fresh are kept; the others cost money.')
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
  const judgment = namespace.judgments.get(options.judgment);
  const { again, dryRun } = options;
  const body = { documents: ids, ...(again && { again }) };
  const { signal } = world;
  if (dryRun) {
    await print.reply(
      (more) => judgment.judge({ ...body, dry_run: true }, { ...more, signal }),
      async (priced) => print.tell(priceText([priced])),
    );
    return;
  }
  if (again) {
    await print.tell(priceText([await judgment.judge({ ...body, dry_run: true }, { signal })]));
    await call.confirm('Ask the engine again?', options.yes);
  }
  await print.reply(
    (more) => judgment.judge(body, { ...more, signal }),
    async ({ documents, ...judged }) => {
      await print.writeRows(documents, columnsOf(options.judgment));
      await print.tell(doneText(judged));
    },
  );
}

async function judgeFiltered(call: Call<Options>, given: string): Promise<void> {
  const { namespace, options, print, world } = call;
  const { signal } = world;
  const judgment = namespace.judgments.get(options.judgment);
  if (print.format === 'json') throw new Refusal('--json prints the bytes of one reply: with --filter, give --jsonl.');
  const filter = await readJsonArgument<Schema<'Filter'>>('--filter', given, world);
  const { count } = await namespace.query({ filter, count: true, limit: 1, include: [] }, { signal });
  await print.tell(`The filter takes ${count} documents.`);
  const again = options.again && { again: true };
  if (options.again || options.dryRun) {
    const prices: Judged[] = [];
    for await (const ids of readIds(call, filter)) {
      prices.push(await judgment.judge({ documents: ids, ...again, dry_run: true }, { signal }));
    }
    await print.tell(priceText(prices));
    if (options.dryRun) return;
  }
  await call.confirm('Ask the engine about each?', options.yes);
  const total = { asked: 0, kept: 0, usage: { judgment_units: 0, cost_usd: 0 } };
  let isFirst = true;
  for await (const ids of readIds(call, filter)) {
    const { documents, usage, asked = 0, kept = 0 } = await judgment.judge({ documents: ids, ...again }, { signal });
    if (print.format === 'text') await print.writeRows(documents, columnsOf(options.judgment), isFirst);
    else for (const one of documents) await print.writeRaw(`${JSON.stringify(one)}\n`);
    total.asked += asked;
    total.kept += kept;
    total.usage.judgment_units += usage.judgment_units;
    total.usage.cost_usd += usage.cost_usd;
    isFirst = false;
  }
  await print.tell(doneText(total));
}

/** Ids of the documents that a filter takes, a request's worth at a time. */
async function* readIds({ namespace, world }: Call<Options>, filter: Schema<'Filter'>): AsyncGenerator<string[]> {
  const { signal } = world;
  for await (const page of namespace.query({ filter, limit: batch, include: [] }, { signal }).pages()) {
    const ids = page.documents.map(({ id }) => id);
    if (ids.length > 0) yield ids;
  }
}

function priceText(priced: readonly Pick<Judged, 'asked' | 'kept' | 'estimate'>[]): string {
  const sum = (read: (one: (typeof priced)[number]) => number | undefined): number =>
    priced.reduce((total, one) => total + (read(one) ?? 0), 0);
  const price = cost({
    judgment_units: sum(({ estimate }) => estimate?.judgment_units),
    cost_usd: sum(({ estimate }) => estimate?.cost_usd),
  });
  return `${sum(({ asked }) => asked)} to ask, ${sum(({ kept }) => kept)} kept: at most ${price}`;
}

/** A service of an older release counts neither. */
function doneText({ asked, kept, usage }: Pick<Judged, 'asked' | 'kept'> & { usage: Cost }): string {
  if (asked === undefined || kept === undefined) return cost(usage);
  const counts = `${asked} judged, ${kept} kept: ${cost(usage)}`;
  const isNothing = asked === 0 && kept > 0;
  return isNothing ? `${counts}. Nothing was asked: the answers are fresh. Ask for new ones with --again.` : counts;
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

type Cost = Pick<Schema<'UsageView'>, 'judgment_units' | 'cost_usd'>;

/** Sums of decimal prices would show the rounding of their binary form. */
function cost({ judgment_units, cost_usd }: Cost): string {
  return `${judgment_units} units, ${Number(cost_usd.toFixed(9))} USD`;
}
