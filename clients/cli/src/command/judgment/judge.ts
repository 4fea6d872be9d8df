import type { CallOptions, Schema } from '@app/sdk';
import { Refusal } from '../../exit/refusal';
import type { Column } from '../../output/printer';
import { answerColumns } from '../call/answer-cells';
import { batchesOf, mostIds } from '../call/batches';
import type { Call, Commands } from '../call/call';
import { JudgedTotal } from './judge-cost';
import { readJsonArgument } from '../call/text-argument';

interface Options {
  judgment: string;
  filter?: string;
  yes?: boolean;
  again?: boolean;
  dryRun?: boolean;
}

type Document = Schema<'DocumentView'>;

/** Ids of the documents that are meant, a request's worth at a time; may be read twice. */
type Meant = () => AsyncIterable<readonly string[]> | Iterable<readonly string[]>;

/** Asking an engine. */
export const judge: Commands = (tree, run) => {
  tree
    .command('judge')
    .argument('[ids...]', `documents, sent ${mostIds} a request`)
    .requiredOption('-j, --judgment <name>', 'the judgment')
    .option('--filter <json>', 'all documents that it takes, after a yes: JSON, @file, or - for the input')
    .option('--again', 'ask also for answers that are fresh, after a yes to the price; each new answer is charged')
    .option('--dry-run', 'print the price, and ask nothing')
    .option('--yes', 'with --filter or --again: do not ask')
    .description('Judges documents now. Answers that are fresh are kept; the others cost money.')
    .action(run(judgeNow));
};

async function judgeNow(call: Call<Options>, ids: string[]): Promise<void> {
  const { options, print } = call;
  const { filter: given, again, dryRun } = options;
  if (ids.length > 0 === (given !== undefined)) throw new Refusal('Name documents by their ids, or by --filter.');
  const isOne = given === undefined && ids.length <= mostIds;
  if (print.format === 'json' && !isOne) {
    const of = given === undefined ? `more than ${mostIds} documents` : '--filter';
    throw new Refusal(`--json prints the bytes of one reply: with ${of}, give --jsonl.`);
  }
  const meant = given === undefined ? () => batchesOf(ids) : await findMeant(call, given);
  if (again || dryRun) {
    await tellPrice(call, meant, isOne);
    if (dryRun) return;
  }
  if (given !== undefined || again) {
    await call.confirm(given === undefined ? 'Ask the engine again?' : 'Ask the engine about each?', options.yes);
  }
  await askAll(call, meant, isOne);
}

async function findMeant(call: Call<Options>, given: string): Promise<Meant> {
  const { namespace, print, world } = call;
  const { signal } = world;
  const filter = await readJsonArgument<Schema<'Filter'>>('--filter', given, world);
  const { count } = await namespace.query({ filter, count: true, limit: 1, include: [] }, { signal });
  await print.tell(`The filter takes ${count} documents.`);
  return async function* () {
    for await (const page of namespace.query({ filter, limit: mostIds, include: [] }, { signal }).pages()) {
      const ids = page.documents.map(({ id }) => id);
      if (ids.length > 0) yield ids;
    }
  };
}

async function tellPrice(call: Call<Options>, meant: Meant, isOne: boolean): Promise<void> {
  const { options, print } = call;
  const total = new JudgedTotal();
  for await (const ids of meant()) {
    const priced = await print.take((more) => send(call, ids, { ...more, signal: call.world.signal }, true));
    total.add(priced.data);
    if (options.dryRun && isOne && print.format !== 'text') return print.writeBytes(priced);
  }
  await print.tell(total.priceText);
}

async function askAll(call: Call<Options>, meant: Meant, isOne: boolean): Promise<void> {
  const { options, print, world } = call;
  const total = new JudgedTotal();
  let columns: readonly Column<Document>[] | undefined;
  for await (const ids of meant()) {
    const judged = await print
      .take((more) => send(call, ids, { ...more, signal: world.signal }))
      .catch(async (error: unknown) => {
        await tellBefore(call, total);
        throw error;
      });
    total.add(judged.data);
    const { documents } = judged.data;
    if (print.format === 'text') {
      const isFirst = columns === undefined;
      columns ??= columnsOf(options.judgment, documents);
      await print.writeRows(documents, columns, isFirst);
    } else if (isOne && print.format === 'json') return print.writeBytes(judged);
    else for (const one of documents) await print.writeRaw(`${JSON.stringify(one)}\n`);
  }
  await print.tell(total.doneText);
}

/** What earlier requests judged and cost, before the reason why a later one ends the command. */
async function tellBefore({ print }: Call<Options>, total: JudgedTotal): Promise<void> {
  if (total.requests > 0) await print.tell(`Before the failure: ${total.doneText}`);
}

function send({ namespace, options }: Call<Options>, ids: readonly string[], more: CallOptions, isDry = false) {
  const body = { documents: [...ids], ...(options.again && { again: true }), ...(isDry && { dry_run: true }) };
  return namespace.judgments.get(options.judgment).judge(body, more);
}

function columnsOf(judgment: string, documents: readonly Document[]): readonly Column<Document>[] {
  const type = documents.map(({ answers }) => answers?.[judgment]?.type).find((one) => one !== undefined);
  return [
    ['id', ({ id }) => id],
    ...(type ? answerColumns<Document>(judgment, type, ({ answers }) => answers?.[judgment]) : []),
  ];
}
