import { EXIT, type ExitCode } from '@app/commands';
import type { Schema } from '@app/sdk';
import { type Command, Argument, Option } from 'commander';
import { readFileSync } from 'node:fs';
import { Refusal } from '../../exit/refusal';
import { type PersonOptions, runAsPerson } from '../call/as-person';
import type { Call, Commands } from '../call/call';

type Engine = Schema<'ModelView'>['engine'];
type Body = Schema<'ModelBody'>;

interface ModelOptions extends PersonOptions {
  provider?: Body['provider'];
  modelUrl?: string;
  model?: string;
  keyFile?: string;
  reads?: Body['reads'];
  yes?: boolean;
}

const engineNames = ['jev', 'gpt-6-luna', 'pplx-decider'];
const providers = [
  ...['openai', 'anthropic', 'azure', 'openrouter', 'ollama', 'vllm', 'custom'],
  ...['typesafe', 'perplexity', 'openai_decisions', 'ollama_decisions'],
];

/** The engines, and the models behind them. */
export const engines: Commands = (tree, run) => {
  const group = tree
    .command('engines')
    .description(
      'Lists engines, and sets the models behind them. Owners whom the operator lists set them, by --as and a password.',
    );
  group
    .command('list', { isDefault: true })
    .description('Lists engines with what answers behind them and their limits.')
    .action(run(list));
  const engine = () => new Argument('<engine>', 'its name').choices(engineNames);
  const asOwner = (command: Command): Command =>
    command
      .addArgument(engine())
      .requiredOption('--as <email>', 'who you are; the password is read hidden or from a pipe')
      .option('--organization <organization>', 'id or name of the one that you mean, of several');
  const withModel = (command: Command): Command =>
    asOwner(command)
      .addOption(new Option('--provider <provider>', 'whose server it is').choices(providers))
      .option('--model <model>', 'as the server names it')
      .option('--model-url <url>', 'base URL of the server; of a provider with one of its own it may be left out')
      .option(
        '--key-file <file>',
        'its first line is the key; left out, the key that is set stays while the address does',
      )
      .addOption(new Option('--reads <way>', 'how a chat model is read').choices(['logprobs', 'stated']));
  withModel(group.command('try'))
    .description('Asks a model one question of each type, or what stands behind the name; nothing is stored.')
    .action(run(tryModel));
  withModel(group.command('set'))
    .option('--yes', 'do not ask')
    .description('Puts a model behind a name, for all organizations, and opens a new epoch.')
    .action(run(set));
  asOwner(group.command('remove'))
    .option('--yes', 'do not ask')
    .description('Takes away the model that an owner put behind a name.')
    .action(run(remove));
};

async function list({ client, print, world }: Call): Promise<void> {
  await print.list(
    (more) => client.organization.engines({ ...more, signal: world.signal }),
    (page) => page.engines,
    [
      ['name', ({ name }) => name],
      ['version', ({ version }) => version],
      ['active', ({ active }) => active],
      ['engine', ({ engine_version }) => engine_version],
      ['also', ({ also = [] }) => alsoText(also)],
      ['weight', ({ weight }) => weight],
      ['source', ({ source }) => source],
      ['limits', ({ limits }) => limits],
    ],
  );
}

/** The epochs that answer beside the one in force, with their shares of the last hour's answers. */
function alsoText(also: readonly Schema<'EpochBeside'>[]): string {
  return also.map(({ engine_version: epoch, share }) => `${epoch} (${Math.round(share * 100)} %)`).join(', ');
}

async function tryModel(call: Call<ModelOptions>, engine: Engine): Promise<ExitCode> {
  const { options, print, world } = call;
  const body = options.provider === undefined ? {} : { model: bodyOf(options) };
  let isAnswered = false;
  await runAsPerson(call, async ({ models }) => {
    const { answered } = await print.reply(
      (more) => models.try(engine, body, { ...more, signal: world.signal }),
      ({ questions }) =>
        print.writeRows(questions, [
          ['type', ({ type }) => type],
          ['status', ({ http_status }) => http_status],
          ['seconds', ({ seconds }) => seconds],
          ['reading', readingOf],
          ['reason', ({ reason }) => reason],
          ['message', ({ message }) => message],
        ]),
    );
    isAnswered = answered;
  });
  return isAnswered ? EXIT.done : EXIT.failed;
}

function set(call: Call<ModelOptions>, engine: Engine): Promise<void> {
  const { options, print, world } = call;
  const body = bodyOf(options);
  return runAsPerson(call, async ({ models }) => {
    await print.tell(`What stands behind ${engine} gets the documents of all organizations of this installation.`);
    await call.confirm('Set this model?', options.yes);
    await print.reply(
      (more) => models.set(engine, body, { ...more, signal: world.signal }),
      (view) => showModel(call, view),
    );
  });
}

function remove(call: Call<ModelOptions>, engine: Engine): Promise<void> {
  const { options, print, world } = call;
  return runAsPerson(call, async ({ models }) => {
    await call.confirm(`Take the model behind ${engine} away?`, options.yes);
    await print.reply(
      (more) => models.remove(engine, { ...more, signal: world.signal }),
      (view) => showModel(call, view),
    );
  });
}

function showModel({ print }: Call, view: Schema<'ModelView'>): Promise<void> {
  return print.writeFields([
    ['engine', view.engine],
    ['set by', view.set_by],
    ['source', view.source],
    ['provider', view.provider],
    ['model', view.model],
    ['address', view.base_url],
    ['key', view.has_key ? 'set' : 'none'],
    ['epoch', view.engine_version],
    ['problem', view.problem],
  ]);
}

/** @throws Refusal (exit 2) without a provider, or for a key that cannot be read from its file */
function bodyOf({ provider, model, modelUrl, keyFile, reads }: ModelOptions): Body {
  if (provider === undefined) throw new Refusal(`Name whose server it is: --provider ${providers[0]}.`);
  return { provider, model, base_url: modelUrl, key: keyFile === undefined ? undefined : readKey(keyFile), reads };
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/, 1)[0].trim();
  } catch (error) {
    throw new Refusal(`The key cannot be read from ${file}: ${(error as Error).message}`);
  }
}

function readingOf({ type, p, value, score }: Schema<'TriedQuestion'>): unknown {
  if (type === 'bool') return p;
  return type === 'score' ? score : value;
}
