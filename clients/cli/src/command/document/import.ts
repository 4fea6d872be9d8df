import { type Command, Option } from 'commander';
import { EXIT, type ExitCode } from '@app/commands';
import type { BigNumbers, FileFormat, ReadOptions, Summary, Understanding } from '@app/file-reader';
import { load, type LoadOptions } from '../../import/load';
import { Mapping, type MappingOptions } from '../../import/mapping';
import { datedOperation, readFirstMoment, readServiceMs, sendDated } from '../../import/moment';
import { openSource } from '../../import/source';
import type { Call, Commands } from '../call/call';
import { readJsonArgument, listArgument, wholeNumber } from '../call/text-argument';

export interface FileOptions extends Omit<LoadOptions, 'batch'> {
  format?: FileFormat;
  delimiter?: string;
  encoding?: string;
  quotes?: boolean;
  bigNumbers?: BigNumbers;
  batch?: number;
}

interface Options extends FileOptions {
  id?: string;
  attributes?: string;
  state?: string;
  stateRest?: boolean;
  map?: string;
  createdAt?: string;
  typed?: boolean;
}

/** Options of every command that sends a file. */
export function fileOptions(command: Command, rows: number): Command {
  return command
    .addOption(
      new Option('--format <kind>', 'of the file, where neither its beginning nor its name tells').choices([
        ...['csv', 'tsv', 'json', 'jsonl'],
      ]),
    )
    .option(
      '--delimiter <character>',
      'between cells, or tab; without it the one that fits: , ; tab or |',
      delimiterArgument,
    )
    .option('--encoding <name>', 'such as windows-1252; without it UTF-8, or what the byte order mark says')
    .option('--no-quotes', 'read quote marks in cells as characters')
    .addOption(
      new Option('--big-numbers <what>', 'JSON: what becomes of a row with a number past 2^53; ids keep their digits')
        .choices(['refuse', 'text'])
        .default('refuse'),
    )
    .option('--dry-run', 'read the whole file and send nothing')
    .option('--resume', 'go on where an earlier run stopped, or end when there is none')
    .option('--fresh', 'begin anew, whatever an earlier run did')
    .option('--rejects <file>', 'where refused lines go (FILE.rejects.jsonl)')
    .option('--concurrency <n>', 'batches in flight, 1 to 16', wholeNumber(1, 16), 4)
    .option('--batch <n>', `rows a batch, 1 to ${rows} (${rows})`, wholeNumber(1, rows));
}

function delimiterArgument(given: string): string {
  return given === 'tab' || given === '\\t' ? '\t' : given;
}

/** How the options say that a file is read. @param idMember column of the ids, which keep their digits */
export function readingOf(options: FileOptions, idMember: string): ReadOptions {
  const { format, delimiter, encoding, quotes, bigNumbers } = options;
  return { format, delimiter, encoding, hasQuotes: quotes, bigNumbers, idMembers: [idMember] };
}

/** Documents of files. */
export const importDocuments: Commands = (tree, run) => {
  const command = tree
    .command('import')
    .argument('<files...>', '.csv, .tsv, .json, .jsonl, each also with .gz, or - for the input')
    .description(
      'Writes the documents of files. A run that was cut off goes on where it stopped. New documents without a time get ' +
        'times that ascend by a millisecond in the order of the file and end now.',
    )
    .option('--id <column>', "column of the id; CSV: id. JSON lines without it hold the API's upsert operations")
    .option('--attributes <columns>', 'columns that become attributes')
    .option('--state <columns>', 'columns that become state')
    .option('--state-rest', 'all other columns become state')
    .option('--map <json>', 'column to place, such as {"Ort": "attributes.city"}; JSON or @file')
    .option('--created-at <column>', 'column of the time when the document came to be; an empty cell names none')
    .option('--typed', 'read cells as JSON where they are JSON: 12 is a number then');
  fileOptions(command, 500).action(run(importFiles));
};

async function importFiles(call: Call<Options>, files: string[]): Promise<ExitCode> {
  const { world, options, namespace, connection } = call;
  const mapping = await readMapping(call);
  let exitCode: ExitCode = EXIT.done;
  for (const file of files) {
    const rows = new Mapping(mapping);
    const reading = readingOf(options, rows.idColumn);
    const source = openSource(file, reading, world);
    const target = {
      identity: [namespace.name, mapping, reading],
      understand: (understanding: Understanding) => rows.understand(understanding),
      toldAtEnd: ({ numberColumns }: Summary) => rows.toldOfNumbers(numberColumns),
      rowOf: (fields: Readonly<Record<string, unknown>>) => {
        const body = rows.documentOf(fields);
        return { id: body.id, body };
      },
      send: (rows: Parameters<typeof namespace.documents.upsert>[0], key: string) =>
        sendDated(rows, key, async (bodies, idempotencyKey) => {
          const { unchanged } = await namespace.documents.upsert(bodies, { idempotencyKey, signal: world.signal });
          return { written: bodies.length, ...(unchanged > 0 && { unchanged }) };
        }),
      moments: {
        readFirst: async () => {
          const serviceMs = await readServiceMs(connection.baseUrl, world.nowMs(), world.signal);
          return readFirstMoment(source, () => openSource(file, reading, world), serviceMs);
        },
        dated: datedOperation,
      },
    };
    const ended = await load(world, connection, source, target, { ...options, batch: options.batch ?? 500 });
    if (ended !== EXIT.done) exitCode = ended;
  }
  return exitCode;
}

async function readMapping({ options, world }: Call<Options>): Promise<MappingOptions> {
  const { id, stateRest, createdAt, typed, map } = options;
  return {
    id,
    stateRest,
    createdAt,
    typed,
    attributes: listArgument(options.attributes),
    state: listArgument(options.state),
    map: map === undefined ? undefined : await readJsonArgument<Record<string, string>>('--map', map, world),
  };
}
