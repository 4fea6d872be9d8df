import type { Understanding } from '@app/file-reader';
import type { Schema } from '@app/sdk';
import { Refusal } from '../../exit/refusal';
import type { ExitCode } from '@app/commands';
import { load } from '../../import/load';
import { type OutcomeColumns, outcomeOf } from '../../import/outcome-row';
import { openSource } from '../../import/source';
import type { Tally } from '../../import/import-progress';
import { noneOfThese } from '../call/answer-cells';
import type { Call, Commands } from '../call/call';
import { withExamples } from '../call/examples';
import { type FileOptions, fileOptions, readingOf } from '../document/import';

type Outcome = Schema<'OutcomeBody'>;

interface Options extends FileOptions, OutcomeColumns {
  judgment: string;
  latest?: boolean;
}

/** What actually happened. */
export const outcomes: Commands = (tree, run) => {
  const group = withExamples(
    tree.command('outcomes').description('Posts and lists what actually happened.'),
    'outcomes import happened.csv -j late --observed-at seen_at',
    'outcomes import topics.csv -j topic --latest --document ticket --value topic --none other',
  );
  const command = group
    .command('import')
    .argument('<file>', '.csv, .tsv, .json, .jsonl, each also with .gz, or - for the input')
    .description('Posts the outcomes of a file, and tells how many matched an answer and why others did not.')
    .requiredOption('-j, --judgment <name>', 'whose answers the outcomes label')
    .option('--document <column>', "column of the document's id", 'document')
    .option('--value <column>', 'column of what happened', 'value')
    .option('--observed-at <column>', 'column of the time when it was seen')
    .option('--escape <column>', 'of a choice: column that is true where none of the options was right')
    .option('--none <text>', 'of a choice: text of the value column that means "none of these"')
    .option('--latest', 'label the current answers; such labels count as hindsight');
  fileOptions(command, 1_000).action(run(importOutcomes));
  group
    .command('list')
    .requiredOption('-j, --judgment <name>', 'whose outcomes')
    .option('--all', 'print every page')
    .description('Lists outcomes.')
    .action(run(list));
};

async function importOutcomes(call: Call<Options>, file: string): Promise<ExitCode> {
  const { options, world, namespace, connection, print } = call;
  const { judgment: name, document, value, observedAt, escape, none, latest } = options;
  if (!latest === !observedAt) {
    throw new Refusal('Give --observed-at COLUMN, or --latest when the outcomes are about the current answers.');
  }
  const judgment = namespace.judgments.get(name);
  const { type } = (await judgment.read({ signal: world.signal })).definition;
  if (type !== 'choice' && (escape !== undefined || none !== undefined)) {
    throw new Refusal(`--escape and --none are of choices, and ${name} is a ${type}: leave them out.`);
  }
  const columns: OutcomeColumns = { document, value, observedAt, escape, none };
  const reasons: Tally = {};
  const needed = [document, value, observedAt, escape].filter((column) => column !== undefined);
  const reading = readingOf(options, document);
  const target = {
    identity: [namespace.name, name, columns, latest, reading],
    understand: ({ delimiter, columns: found }: Understanding) => {
      const has = found.map((column) => column.name);
      if (delimiter === null || has.length === 0) return;
      const absent = needed.find((column) => !has.includes(column));
      if (absent) throw new Refusal(`The file has no column "${absent}"; it has ${has.join(', ')}.`);
    },
    rowOf: (fields: Readonly<Record<string, unknown>>) => {
      const body = outcomeOf(fields, columns, type);
      return { id: body.document, body };
    },
    send: async (bodies: Outcome[], idempotencyKey: string) => {
      const { unmatched, ...counts } = await judgment.outcomes.post(
        { outcomes: bodies },
        { idempotencyKey, signal: world.signal },
      );
      for (const { reason } of unmatched) reasons[reason] = (reasons[reason] ?? 0) + 1;
      return { sent: bodies.length, ...counts, unmatched: unmatched.length };
    },
  };
  const source = openSource(file, reading, world);
  const ended = await load(world, connection, source, target, { ...options, batch: options.batch ?? 1_000 });
  for (const [reason, count] of Object.entries(reasons)) await print.tell(`${count} unmatched: ${reason}`);
  return ended;
}

async function list({ options, namespace, print, world }: Call<Options & { all?: boolean }>): Promise<void> {
  const { outcomes: posted } = namespace.judgments.get(options.judgment);
  await print.writePages(
    posted.list({ signal: world.signal }),
    (page) => page.outcomes,
    [
      ['document', (one) => one.document],
      ['value', ({ value, escape }) => (escape ? noneOfThese : value)],
      ['source', ({ source }) => source],
      ['author', ({ author }) => author && [author.type, author.id].filter(Boolean).join(':')],
      ['observed', ({ observed_at }) => observed_at],
      ['answer', ({ answer }) => answer],
      ['unmatched', ({ unmatched }) => unmatched],
      ['id', ({ id }) => id],
    ],
    options.all,
  );
}
