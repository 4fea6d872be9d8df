import { type Commands, type Help, type OrderReader, addExamples, addNotes, helpOf } from '@app/commands';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extensionTable } from '../extension/order';
import { goldenTable } from '../golden';
import { operatorProgram } from '../operator-program';
import { startTable } from '../start/options';
import { workspaceRoot } from '../workspace';
import { defectsTable } from './defects';
import { docsTable } from './docs';
import { smokeTable } from './engine-smoke';
import { addKeyTable } from './keyring';
import type { Helps, Reader } from './reader';
import { requirementsTable } from './requirements';

type Table = Commands<OrderReader<unknown>>;

const serversNotes = [
  'The command asks the servers of the running service. When none runs, it starts Postgres and NATS for itself and',
  'stops them at its end. STATE_DIR names another state folder (.state).',
];

/** The helps of all scripts whose words a table of commands reads: what deploy/local/help.json holds. */
export async function readDeclaredHelps(): Promise<Helps> {
  const scripts: Record<string, Table> = {
    start: startTable,
    example: await readDeclared('examples/src/options.ts', 'exampleTable'),
    'engine-smoke': smokeTable,
    requirements: requirementsTable,
    defects: defectsTable,
    golden: goldenTable,
    'learning-engine': await readDeclared('examples/src/learning-engine/order.ts', 'learningTable'),
    docs: docsTable,
    bench: await readDeclared('bench/src/options.ts', 'benchTable'),
  };
  const helps = Object.entries(scripts).map(([name, table]): [string, Help] => [
    name,
    helpOf(name === 'start' ? 'npm start --' : `npm run ${name} --`, [table]),
  ]);
  return { ...Object.fromEntries(helps), operator: await readOperatorHelp() };
}

/** One help of the commands that the services read and of those of this machine. */
async function readOperatorHelp(): Promise<Helps['operator']> {
  const gateway = await readDeclared<Table[]>('apps/gateway/src/operator/read-order.ts', 'tables');
  const broker = await readDeclared('apps/engine-broker/src/operator/order.ts', 'engineTable');
  const ofEvery = [
    await readDeclared<TableOf>('libs/boot/src/dead/dead-order.ts', 'deadTable'),
    await readDeclared<TableOf>('libs/boot/src/keyring/keyring-order.ts', 'keyringTable'),
  ].map((tableOf) => tableOf('gateway'));
  const read: [Reader, Table[]][] = [
    ['gateway', gateway],
    ['engine-broker', [broker]],
    ['every', ofEvery],
  ];
  const tables = read.flatMap(([, some]) => some);
  const { lines, commands = {} } = helpOf(operatorProgram, [
    about,
    ...tables,
    servers,
    addKeyTable,
    extensionTable,
    aliases,
  ]);
  const readers = read.flatMap(([reader, some]) => namesOf(some).map((name) => [name, reader] as const));
  const readerBy = new Map<string, Reader>(readers);
  const named = Object.entries(commands).map(([name, help]) => [name, { reader: readerBy.get(name), ...help }]);
  return { lines, commands: Object.fromEntries(named) as Helps['operator']['commands'] };
}

type TableOf = (service: string) => Table;

/** What stands above the commands, which are not there yet. */
const about: Table = (tree) => {
  tree.description("Carries out an operator's command, such as `operator keys create` in an image.");
  addExamples(tree, 'org create acme --plan scale', 'keys create --help');
};

/** Says at the commands that are there so far what they need. */
const servers: Table = (tree) => {
  for (const command of tree.commands.flatMap((one) => [one, ...one.commands]))
    command.addHelpText('after', `\n${serversNotes.join('\n')}`);
};

/** Says which commands have a script of their own name, as all had before `npm run operator`. */
const aliases: Table = (tree) => {
  const { scripts } = JSON.parse(readFileSync(join(workspaceRoot, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const command of tree.commands) {
    const name = command.name();
    if (scripts[name] === `node deploy/local/run.mjs operator ${name}`)
      addNotes(command, `\`npm run ${name} -- ...\` does the same in version 0.1 and is gone after it.`);
  }
};

function namesOf(tables: readonly Table[]): string[] {
  return Object.keys(helpOf('operator', tables).commands ?? {});
}

/** What a file of another project declares; no project may import an application. */
async function readDeclared<T = Table>(file: string, name: string): Promise<T> {
  const module = (await import(join(workspaceRoot, file))) as Record<string, T | undefined>;
  const found = module[name];
  if (found === undefined) throw new Error(`${file} declares no ${name}.`);
  return found;
}
