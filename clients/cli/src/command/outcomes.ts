import type { Understanding } from '@app/file-reader';
import type { Schema } from '@app/sdk';
import { Refusal } from '../exit/refusal';
import type { ExitCode } from '@app/commands';
import { load } from '../import/load';
import { idOf, RowError } from '../import/mapping';
import { openSource } from '../import/source';
import type { Tally } from '../import/import-progress';
import type { Call, Commands } from './call';
import { type FileOptions, fileOptions, readingOf } from './import';

type Outcome = Schema<'OutcomeBody'>;

interface Options extends FileOptions {
  judgment: string;
  document: string;
  value: string;
  observedAt?: string;
  latest?: boolean;
}

/** What actually happened. */
export const outcomes: Commands = (tree, run) => {
  const group = tree.command('outcomes').description('Posts and lists what actually happened.');
  const command = group
    .command('import')
    .argument('<file>', '.csv, .tsv, .json, .jsonl, each also with .gz, or - for the input')
    .description('Posts the outcomes of a file, and tells how many matched an answer and why others did not.')
    .requiredOption('-j, --judgment <name>', 'whose answers the outcomes label')
    .option('--document <column>', "column of the document's id", 'document')
    .option('--value <column>', 'column of what happened', 'value')
    .option('--observed-at <column>', 'column of the time when it was seen')
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
  const { judgment: name, document, value, observedAt, latest } = options;
  if (!latest === !observedAt) {
    throw new Refusal('Give --observed-at COLUMN, or --latest when the outcomes are about the current answers.');
  }
  const judgment = namespace.judgments.get(name);
  const { type } = (await judgment.read({ signal: world.signal })).definition;
  const reasons: Tally = {};
  const needed = [document, value, ...(observedAt ? [observedAt] : [])];
  const reading = readingOf(options, document);
  const target = {
    identity: [namespace.name, name, document, value, observedAt, latest, reading],
    understand: ({ delimiter, columns: found }: Understanding) => {
      const columns = found.map((column) => column.name);
      if (delimiter === null || columns.length === 0) return;
      const absent = needed.find((column) => !columns.includes(column));
      if (absent) throw new Refusal(`The file has no column "${absent}"; it has ${columns.join(', ')}.`);
    },
    rowOf: (fields: Readonly<Record<string, unknown>>) => {
      const id = idOf(fields[document], document);
      const when = observedAt ? { observed_at: String(fields[observedAt] ?? '') } : { as_of: 'latest' };
      return { id, body: { document: id, value: valueOf(fields[value], type), ...when } };
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

const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  1: true,
  false: false,
  no: false,
  0: false,
};

/** A cell as the judgment's type has it. @throws RowError when it has no such value */
export function valueOf(cell: unknown, type: string): boolean | number | string {
  const text = String(cell ?? '').trim();
  if (type === 'choice' && text !== '') return text;
  if (type === 'score' && text !== '' && Number.isFinite(Number(text))) return Number(text);
  const is = type === 'bool' ? booleans[text.toLowerCase()] : undefined;
  if (is === undefined) throw new RowError(`"${text}" is no outcome of a ${type} judgment.`);
  return is;
}

async function list({ options, namespace, print, world }: Call<Options & { all?: boolean }>): Promise<void> {
  const { outcomes: posted } = namespace.judgments.get(options.judgment);
  await print.writePages(
    posted.list({ signal: world.signal }),
    (page) => page.outcomes,
    [
      ['document', (one) => one.document],
      ['value', ({ value, escape }) => (escape ? 'none of the options' : value)],
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
