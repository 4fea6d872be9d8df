import { type Commands, type OrderReader, UnreadableCommand, addExamples, addNotes, readOrder } from '@app/commands';
import { Option } from 'commander';

export interface StartOptions {
  /** Gateway i listens on port + i. */
  port: number;
  /** Processes of each service, 1 to 8. */
  replicas: number;
  oneProcess: boolean;
  fresh: boolean;
  example: boolean;
  /** The example is asked of a local chat model that is found, and not of the built-in engine. */
  exampleWithModel: boolean;
  /** Runs the engine that learns from outcomes, too. */
  learn: boolean;
  readyFile?: string;
  /** The dashboard is not built yet; `command.mjs` says so, and no person. */
  buildDashboard: boolean;
}

interface Words {
  port: string;
  replicas: string;
  oneProcess?: boolean;
  fresh?: boolean;
  example: boolean;
  exampleWithModel?: boolean;
  learn?: boolean;
  readyFile?: string;
  buildDashboard?: boolean;
}

/** The options of `npm start`. */
export const startTable: Commands<OrderReader<StartOptions>> = (start, run) => {
  start
    .description(
      'Starts the whole service on this machine: checks Node, installs packages, finds or starts Postgres and NATS, builds, migrates, starts the eight services, prints how to reach them and then judges the example. Ctrl-C stops everything; the next start goes on where it was.',
    )
    .addOption(
      new Option('--port <n>', 'port of the first gateway; gateway i listens on <n> + i').default('8080', '8080'),
    )
    .addOption(new Option('--replicas <n>', 'processes of each service, 1 to 8').default('1', '1'))
    .option(
      '--one-process',
      'runs the eight services of a replica in one process: a quarter of the memory, and one core for all',
    )
    .option('--fresh', 'forgets data, secrets and logs of earlier starts first')
    .option('--no-example', 'does not judge the example')
    .option(
      '--example-with-model',
      'asks the example of a local chat model that is found, which may take hours; without it, of the built-in engine',
    )
    .option('--learn', 'runs the engine that learns from outcomes behind gpt-6-luna, where no model stands there')
    .option(
      '--ready-file <file>',
      'writes addresses, key and sign-in link to <file> (JSON) once requests are answered, and again when the example is judged',
    )
    .addOption(new Option('--build-dashboard').hideHelp())
    .action(run(optionsOf));
  addExamples(start, '', '--port 9000 --replicas 2 --no-example');
  addNotes(
    start,
    'DATABASE_URL and NATS_URL name servers to use instead of own ones. Each setting of docs/settings.md goes to',
    'the services that read it, such as ENGINES or DRAFTER. STATE_DIR names another state folder (.state).',
    'POSTGRES_SETTINGS gives a Postgres that the command starts more settings, such as "shared_buffers=2GB".',
    'POSTGRES_PROGRAM=packaged takes the Postgres of the package that npm fetches, whatever the machine has.',
  );
};

/** @throws UnreadableCommand with a sentence or the usage */
export function parseStartOptions(args: string[]): StartOptions {
  return readOrder('npm start --', [startTable], args);
}

function optionsOf(words: Words): StartOptions {
  const {
    oneProcess = false,
    fresh = false,
    example,
    exampleWithModel = false,
    learn = false,
    readyFile,
    buildDashboard = false,
  } = words;
  const replicas = whole('--replicas', words.replicas, 1, 8);
  const port = whole('--port', words.port, 1, 65_536 - replicas);
  return { port, replicas, oneProcess, fresh, example, exampleWithModel, learn, readyFile, buildDashboard };
}

function whole(name: string, text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new UnreadableCommand(`${name} must be a whole number from ${least} to ${most}, not "${text}".`);
}
