import { EXIT, type ExitCode } from '@app/commands';
import type { Schema } from '@app/sdk';
import { Refusal } from '../../exit/refusal';
import type { Column } from '../../output/printer';
import { batchesOf, mostIds } from '../call/batches';
import type { Call, Commands } from '../call/call';
import { removeDocuments } from './document-deletion';
import { withExamples } from '../call/examples';
import { type NamedOptions, namedDocuments, readNamed } from './named-documents';
import { columnsOf } from './query';
import { listArgument, readJsonArgument } from '../call/text-argument';

type Body = Schema<'GetDocumentsBody'>;
type Document = Schema<'DocumentView'>;
type Operation = Schema<'UpsertOperation'>;

interface GetOptions extends NamedOptions {
  fresh?: Body['fresh'];
  include?: string;
  judgments?: string;
}

/** Documents that one put takes: all are written, or none. */
const mostPut = 500;
/** Missing ids that are named; the others are counted. */
const mostNamed = 10;

/** Documents by their ids. */
export const documentGroup: Commands = (tree, run) => {
  const group = withExamples(
    tree.command('documents').description('Writes, reads and deletes documents by their ids.'),
    `documents put '{"id": "t1", "state": {"text": "Where is my parcel?"}}'`,
    'documents get t1 t2 --include answers',
    'documents get --file ids.csv --id ticket --jsonl',
    'documents delete --file ids.csv --id ticket --yes',
    `documents delete --filter '{"attributes.channel": "test"}'`,
  );
  group
    .command('put')
    .argument('<documents>', "one of the API's upsert operations or an array of them: JSON, @file, or - for the input")
    .description(`Writes up to ${mostPut} documents at once, all or none; "import" takes more.`)
    .action(run(put));
  namedDocuments(group.command('get'))
    .option('--fresh <how>', 'stored, or require to judge what is not fresh')
    .option('--include <parts>', 'of attributes,state,images,answers')
    .option('--judgments <names>', 'whose answers come with them')
    .description(`Prints documents, read ${mostIds} a request; 8 where some are absent, 4 where all are.`)
    .action(run(get));
  namedDocuments(group.command('delete'))
    .option('--filter <json>', 'all documents that it takes: JSON, @file, or - for the input')
    .option('--yes', 'do not ask')
    .description('Deletes documents with their answers.')
    .action(run(removeDocuments));
};

async function put({ namespace, print, world }: Call, given: string): Promise<void> {
  const read = await readJsonArgument<Operation | Operation[] | null>('The documents', given, world);
  const upsert = Array.isArray(read) ? read : [read];
  const bad = upsert.find((one) => typeof one !== 'object' || one === null || Array.isArray(one));
  if (bad !== undefined || upsert.length === 0) {
    throw new Refusal('The documents must be an object with an id, or an array of such: {"id": "t1", "state": {...}}.');
  }
  if (upsert.length > mostPut) {
    throw new Refusal(`${upsert.length} documents are more than ${mostPut} of one write: give the file to "import".`);
  }
  await print.reply(
    (more) => namespace.documents.upsert(upsert as Operation[], { ...more, signal: world.signal }),
    async ({ documents, unchanged }) => {
      await print.writeRows(documents, [
        ['id', ({ id }) => id],
        ['version', ({ version }) => version],
      ]);
      await print.tell(`${upsert.length} written, ${unchanged} of them unchanged.`);
    },
  );
}

async function get(call: Call<GetOptions>, given: string[]): Promise<ExitCode> {
  const { client, namespace, options, print, world } = call;
  const ids = await readNamed(call, given);
  if (print.format === 'json' && ids.length > mostIds) {
    throw new Refusal(`--json prints the bytes of one reply: with more than ${mostIds} documents, give --jsonl.`);
  }
  const include = listArgument(options.include) as Body['include'];
  const parts = { fresh: options.fresh, include, judgments: listArgument(options.judgments) };
  const path = `/namespaces/${encodeURIComponent(namespace.name)}/documents/get`;
  let columns: readonly Column<Document>[] | undefined;
  const missing: string[] = [];
  for (const batch of batchesOf(ids)) {
    for (let left: readonly string[] = batch; left.length > 0;) {
      const body = { ids: left, ...parts };
      const reply = await print.take((more) =>
        client.request<Schema<'DocumentsView'>>('POST', path, body, { ...more, signal: world.signal }),
      );
      const { documents, missing: absent, remaining } = reply.data;
      missing.push(...absent);
      // What did not fit into the reply is asked for again, save where its bytes are asked for.
      left = remaining;
      if (print.format === 'json') {
        await print.writeBytes(reply);
        if (left.length > 0) await print.tell(`${left.length} did not fit into the reply: --jsonl prints all.`);
        break;
      }
      if (print.format === 'jsonl') for (const one of documents) await print.writeRaw(`${JSON.stringify(one)}\n`);
      else if (documents.length > 0) {
        const isFirst = columns === undefined;
        columns ??= columnsOf({ documents });
        await print.writeRows(documents, columns, isFirst);
      }
    }
  }
  if (missing.length === 0) return EXIT.done;
  const more = missing.length > mostNamed ? ` and ${missing.length - mostNamed} more` : '';
  await print.tell(`Not there: ${missing.slice(0, mostNamed).join(', ')}${more}.`);
  return missing.length === ids.length ? EXIT.notFound : EXIT.partly;
}
