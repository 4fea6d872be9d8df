import type { Schema } from '@app/sdk';
import { Refusal } from '../../exit/refusal';
import { valueAt } from '../../output/cell';
import type { Column } from '../../output/printer';
import { answerColumns, noneOfThese } from '../call/answer-cells';
import type { Call, Commands } from '../call/call';
import { columnKeys } from './column-path';
import { readJsonArgument, listArgument, wholeNumber } from '../call/text-argument';

type Document = Schema<'DocumentView'>;
type Body = Schema<'QueryBody'>;

interface Options {
  filter?: string;
  order?: string[];
  columns?: string;
  include?: string;
  judgments?: string;
  limit?: number;
  count?: boolean;
  all?: boolean;
}

/** Stored documents and answers by filter. */
export const query: Commands = (tree, run) => {
  tree
    .command('query')
    .description('Prints the documents of a namespace that a filter takes; nothing is judged.')
    .option('--filter <json>', 'JSON, @file, or - for the input')
    .option('--order <paths...>', 'such as answers.late.p:desc; at most four')
    .option('--columns <paths>', 'such as id,attributes.city,answers.late.p')
    .option('--include <parts>', 'of attributes,state,images,answers')
    .option('--judgments <names>', 'whose answers come with the documents')
    .option('--limit <n>', 'documents a page, 1 to 1000', wholeNumber(1, 1_000))
    .option('--count', 'also count all documents that the filter takes')
    .option('--all', 'print every page')
    .action(run(find));
};

async function find({ namespace, options, print, world }: Call<Options>): Promise<void> {
  const chosen = listArgument(options.columns)?.map((path) => chosenColumn(path, columnKeys(path)));
  const body: Body = {
    ...(options.filter !== undefined && { filter: await readJsonArgument('--filter', options.filter, world) }),
    ...(options.order && { order_by: options.order.map(orderKey) }),
    ...(options.limit !== undefined && { limit: options.limit }),
    ...(options.include !== undefined && { include: listArgument(options.include) as Body['include'] }),
    ...(options.judgments !== undefined && { judgments: listArgument(options.judgments) }),
    ...(options.count && { count: true }),
  };
  const list = namespace.query(body, { signal: world.signal });
  await print.writePages(list, ({ documents }) => documents, chosen ?? columnsOf, options.all);
  if (print.format !== 'text') return;
  const { count, stale_count } = await list;
  if (count !== undefined) await print.tell(`${count} in all.`);
  if (stale_count > 0) await print.tell(`${stale_count} of the first page have a stale answer.`);
}

function orderKey(given: string): NonNullable<Body['order_by']>[number] {
  const [, path, direction = 'asc'] = /^(.+?)(?::(asc|desc))?$/.exec(given) ?? [];
  if (!path) throw new Refusal('--order takes a path such as attributes.city or answers.late.p:desc.');
  return { path, direction: direction as 'asc' | 'desc' };
}

/** A column that was asked for. A choice that fits none of its options has the value null, like that of no answer. */
function chosenColumn(path: string, keys: readonly string[]): Column<Document> {
  const judgment = keys.length === 3 && keys[0] === 'answers' && keys[2] === 'value' ? keys[1] : undefined;
  return [
    path,
    (document) => {
      const answer = judgment === undefined ? undefined : document.answers?.[judgment];
      const isNone = answer?.type === 'choice' && answer.value === null && answer.judged_at !== null;
      return isNone ? noneOfThese : valueAt(document, keys);
    },
  ];
}

/** What the first page holds: id, attributes, answers. */
export function columnsOf({ documents }: { documents: readonly Document[] }): Column<Document>[] {
  const attributes = new Set(documents.flatMap((document) => Object.keys(document.attributes ?? {})));
  const types = new Map(
    documents.flatMap(({ answers }) => Object.entries(answers ?? {}).map(([name, { type }]) => [name, type])),
  );
  return [
    ['id', ({ id }) => id],
    ...[...attributes].map((name): Column<Document> => [name, (document) => document.attributes?.[name]]),
    ...[...types].flatMap(([name, type]) => answerColumns<Document>(name, type, ({ answers }) => answers?.[name])),
  ];
}
