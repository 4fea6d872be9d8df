import type { Schema } from '@app/sdk';
import { resolve } from 'node:path';
import { EXIT } from '@app/commands';
import { Refusal } from '../../exit/refusal';
import { ExportFile, sizeOf } from '../../export/export-file';
import { DrawnLine } from '../../output/drawn-line';
import { Checkpoint } from '../../world/checkpoint';
import type { Call, Commands } from '../call/call';
import { readJsonArgument, listArgument, wholeNumber } from '../call/text-argument';

type Document = Schema<'DocumentView'>;
type Body = Schema<'QueryBody'>;

interface Options {
  filter?: string;
  include?: string;
  judgments?: string;
  answers?: boolean;
  limit: number;
  resume?: boolean;
  fresh?: boolean;
}

/** How far an export came. */
interface Progress {
  /** Of the next page; null before the first. */
  cursor: string | null;
  /** Bytes and lines of the whole pages before it. */
  bytes: number;
  lines: number;
}

/** Documents and answers as JSON lines. */
export const exportDocuments: Commands = (tree, run) => {
  tree
    .command('export')
    .argument('<file>', 'one JSON object a line; "query --all --jsonl" writes to a pipe')
    .description('Writes documents with their answers into a file. A run that was cut off goes on where it stopped.')
    .option('--filter <json>', 'which documents: JSON, @file, or - for the input; all when left out')
    .option('--include <parts>', 'of attributes,state,images,answers; all when left out')
    .option('--judgments <names>', 'whose answers')
    .option('--answers', 'a line for each answer instead of each document')
    .option('--limit <n>', 'documents a page, 1 to 1000', wholeNumber(1, 1_000), 500)
    .option('--resume', 'go on where an earlier run stopped, or end when there is none')
    .option('--fresh', 'begin anew, and replace the file')
    .action(run(exportAll));
};

async function exportAll(call: Call<Options>, path: string): Promise<void> {
  const { namespace, options, world } = call;
  if (/\.(csv|tsv|xlsx)$/i.test(path)) throw new Refusal(notTable(path, namespace.name));
  const body = await readBody(call);
  const identity = [resolve(path), call.connection.baseUrl, namespace.name, body, options.answers];
  const checkpoint = Checkpoint.of<Progress>('export', identity, world);
  const earlier = options.fresh ? undefined : checkpoint.read();
  check(path, earlier, options);
  const file = new ExportFile(path, earlier?.bytes ?? 0);
  const line = new DrawnLine(world);
  if (earlier) await line.finish(`Goes on after line ${earlier.lines} of ${path} (--fresh begins anew).`);
  // Before the first page: a run that is killed in it must know the file as its own.
  if (!earlier) checkpoint.write({ cursor: null, bytes: 0, lines: 0 });
  let lines = earlier?.lines ?? 0;
  try {
    const from = earlier?.cursor ? { cursor: earlier.cursor } : {};
    for await (const { documents, next_cursor: cursor } of namespace
      .query({ ...body, ...from }, { signal: world.signal })
      .pages()) {
      const rows = options.answers ? documents.flatMap(answersOf) : documents;
      file.append(rows);
      lines += rows.length;
      if (cursor !== null) checkpoint.write({ cursor, bytes: file.bytes, lines });
      await line.draw(`${lines.toLocaleString('en')} lines  ${(file.bytes / 1_000_000).toFixed(1)} MB`);
    }
  } finally {
    file.close();
  }
  checkpoint.remove();
  await line.finish(`${path}: ${lines.toLocaleString('en')} lines, ${file.bytes.toLocaleString('en')} bytes`);
}

/** Documents have members in members: as a table they would lose them, and a `.csv` full of JSON opens in no sheet. */
function notTable(path: string, namespace: string): string {
  return (
    `An export is JSON lines: name the file ${path.replace(/\.\w+$/, '.jsonl')}. For columns of a table: ` +
    `judgment query -n ${namespace} --all --columns id,attributes.city > ${path.replace(/\.\w+$/, '.tsv')}`
  );
}

/** @throws Refusal where a file would be lost, or is not the one that an earlier run wrote */
function check(path: string, earlier: Progress | undefined, { resume, fresh }: Options): void {
  const bytes = sizeOf(path);
  if (resume && !earlier) throw new Refusal(`No earlier export into ${path} with these options stopped half-way.`);
  if (earlier && (bytes ?? 0) < earlier.bytes) {
    throw new Refusal(`${path} is shorter than what was written into it. To begin anew: --fresh`, EXIT.conflict);
  }
  if (!earlier && !fresh && bytes !== null) {
    throw new Refusal(`${path} is there already. To replace it: --fresh`, EXIT.conflict);
  }
}

async function readBody({ options, world }: Call<Options>): Promise<Body> {
  const { filter, include, judgments, limit, answers } = options;
  const parts = answers ? ['answers'] : listArgument(include);
  return {
    limit,
    ...(filter !== undefined && { filter: await readJsonArgument<Schema<'Filter'>>('--filter', filter, world) }),
    ...(parts && { include: parts as Body['include'] }),
    ...(judgments !== undefined && { judgments: listArgument(judgments) }),
  };
}

function answersOf({ id, answers }: Document): object[] {
  return Object.entries(answers ?? {}).map(([judgment, answer]) => ({
    document: id,
    judgment,
    ...answer,
  }));
}
