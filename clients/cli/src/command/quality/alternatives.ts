import { epochLabel } from '@app/report';
import type { Schema } from '@app/sdk';
import { EXIT } from '@app/commands';
import { Refusal } from '../../exit/refusal';
import { savePage } from '../../output/save-page';
import type { Column } from '../../output/printer';
import type { Call, Commands } from '../call/call';
import { short } from '../call/figure-text';
import { readJsonArgument, wholeNumber } from '../call/text-argument';

type Table = Schema<'AlternativesTable'>;

interface Options {
  judgment: string;
  html?: string;
  yes?: boolean;
  confirm?: number;
}

/** Other engines, wordings and contexts, compared on the same labelled outcomes. */
export const alternatives: Commands = (tree, run) => {
  const group = tree
    .command('alternatives')
    .description('Compares a judgment with other engines, wordings and contexts.');
  const command = (name: string, about: string) =>
    group.command(name).requiredOption('-j, --judgment <name>', 'the judgment').description(about);
  command('list', 'Prints the table: what each would change on the labels there are.')
    .option('--html <file>', 'save the page instead')
    .action(run(list));
  command('quote', 'Prints what a run would ask and cost; nothing is asked.').action(run(quote));
  command('run', 'Asks what the quote names, and waits for the table.')
    .option('--yes', 'do not ask, whatever the quote')
    .option('--confirm <generation>', 'of the quote that was shown', wholeNumber(0, Number.MAX_SAFE_INTEGER))
    .action(run(runAll));
  command('add', 'Names an alternative of your own.')
    .argument('<definition>', 'members that differ from the active version: JSON, @file, or - for the input')
    .action(run(add));
  command('remove', 'Takes one of your own away.')
    .argument('<id>', 'alt_...')
    .option('--yes', 'do not ask')
    .action(run(remove));
  command('drafts', 'Prints other wordings by a language model that sees no data.').action(run(printDrafts));
};

async function list({ namespace, options, print, world }: Call<Options>): Promise<void> {
  const of = namespace.judgments.get(options.judgment).alternatives;
  if (options.html !== undefined) {
    const page = await of.table({ accept: 'text/html', signal: world.signal });
    return savePage(options.html, page as unknown as string, print);
  }
  await print.reply((more) => of.table({ ...more, signal: world.signal }), tableShown(print));
}

async function quote({ namespace, options, print, world }: Call<Options>): Promise<void> {
  await print.reply(
    (more) => namespace.judgments.get(options.judgment).alternatives.table({ ...more, signal: world.signal }),
    quoteShown(print),
  );
}

async function runAll(call: Call<Options>): Promise<void> {
  const { namespace, options, print, world } = call;
  const of = namespace.judgments.get(options.judgment).alternatives;
  let generation = options.confirm;
  if (generation === undefined) {
    const table = await of.table({ signal: world.signal });
    if (table.quote?.status !== 'ready') throw new Refusal(table.message, EXIT.conflict);
    for (const line of quoteText(table.quote)) await print.tell(line);
    ({ generation } = table.quote);
    await call.confirm('Ask all of it?', options.yes, `--yes, or --confirm ${generation}`);
  }
  const body = { quote_generation: generation };
  await print.reply(
    (more) => of.run(body, { ...more, signal: world.signal }),
    async () => tableShown(print)(await of.table({ signal: world.signal })),
  );
}

async function add({ namespace, options, print, world }: Call<Options>, given: string): Promise<void> {
  const definition = await readJsonArgument<Schema<'DifferingMembers'>>('The definition', given, world);
  await print.reply(
    (more) =>
      namespace.judgments.get(options.judgment).alternatives.add({ definition }, { ...more, signal: world.signal }),
    ({ id, differs }) => print.writeLine(`${id}: ${(differs ?? []).join('; ')}`),
  );
}

async function remove(call: Call<Options>, id: string): Promise<void> {
  const { namespace, options, print, world } = call;
  await call.confirm(`Remove ${id} and what it came to?`, options.yes);
  await print.reply(
    (more) => namespace.judgments.get(options.judgment).alternatives.delete(id, { ...more, signal: world.signal }),
    () => print.tell(`${id} is removed.`),
  );
}

async function printDrafts({ namespace, options, print, world }: Call<Options>): Promise<void> {
  await print.list(
    (more) => namespace.judgments.get(options.judgment).alternatives.drafts({ ...more, signal: world.signal }),
    (page) => page.drafts,
    [
      ['question', ({ question }) => question],
      ['criteria', ({ criteria }) => criteria],
    ],
  );
}

const columns: readonly Column<Schema<'Alternative'> & { row: number }>[] = [
  ['id', ({ id }) => id],
  ['differs', ({ differs }) => differs?.join('; ')],
  ['verdict', ({ verdict }) => verdict],
  ['labels', ({ labels }) => labels],
  ['log loss', ({ held_out }) => short(held_out?.log_loss)],
  ['change', ({ change }) => short(change?.log_loss.difference)],
  ['p corrected', ({ change }) => short(change?.log_loss.p_corrected)],
  ['accuracy', ({ held_out }) => short(held_out?.accuracy)],
  ['units an answer', ({ cost_per_answer }) => short(cost_per_answer)],
  ['loses at most', ({ change }) => short(change?.log_loss.loses_at_most)],
  ['row', ({ row }) => row],
];

function tableShown(print: Call['print']): (table: Table) => Promise<void> {
  return async (table) => {
    const { version, status, message, headline, current, alternatives: all, suggestion, plan_required } = table;
    await print.writeFields([
      ['version', version],
      ['engine', epochLabel(table)],
      ['status', status],
      ['headline', headline],
      ['log loss', current && short(current.held_out.log_loss)],
      ['accuracy', current && short(current.held_out.accuracy)],
      ['units an answer', current && short(current.cost_per_answer)],
      ['suggestion', suggestion && `${suggestion.id}, because it is ${suggestion.because}`],
      ['speaks for', table.speaks_for],
      ['cascades', cascadesText(table)],
    ]);
    if (all.length > 0) await print.writeRaw('\n');
    if (all.length > 0)
      await print.writeRows(
        all.map((one, at) => ({ ...one, row: at + 1 })),
        columns,
      );
    await print.tell(plan_required?.message ?? message);
  };
}

/** The cheapest one, or why there is none. */
function cascadesText({ cascades: [first] = [], cascades_reason: reason }: Table): string | null | undefined {
  if (first === undefined) return reason;
  const { low, high, asked, cost_per_answer: cost, harmed_at_most: most } = first;
  return `${first.first} first, the version between ${short(low)} and ${short(high)}: ${short(cost)} units an answer, ${short(asked)} asked of the version, at most ${short(most)} harmed`;
}

function quoteShown(print: Call['print']): (table: Table) => Promise<void> {
  return async ({ quote: found, message }) => {
    if (found) {
      await print.writeFields([
        ['generation', found.generation],
        ['status', found.status],
        ['units', found.judgment_units],
        ['usd', found.cost_usd],
      ]);
      if (found.alternatives.length > 0) await print.writeRaw('\n');
      if (found.alternatives.length > 0) {
        await print.writeRows(found.alternatives, [
          ['id', ({ id }) => id],
          ['contexts', ({ contexts }) => contexts],
          ['labels', ({ labels }) => labels],
          ['units', ({ judgment_units }) => judgment_units],
          ['usd', ({ cost_usd }) => cost_usd],
          ['provider', ({ new_provider }) => (new_provider ? 'new' : '')],
        ]);
      }
    }
    await print.tell(message);
  };
}

function quoteText({
  alternatives: all,
  labels,
  judgment_units,
  cost_usd,
  new_providers,
}: Schema<'AlternativesQuote'>): string[] {
  return [
    `${all.length} alternatives on ${labels} labels: ${judgment_units} units, ${cost_usd} USD`,
    ...(new_providers.length > 0 ? [`new providers would get labelled contexts: ${new_providers.join(', ')}`] : []),
  ];
}
