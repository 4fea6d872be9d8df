import { EngineName, engineNames } from '@app/definition';
import { Problem } from '@app/problem';
import { JudgmentClient, JudgmentError } from '@app/sdk/client';
import { connect } from 'nats';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ApiSource } from './learning-engine/api.source';
import { describeTraining } from './learning-engine/describe';
import { LearningEngine } from './learning-engine/engine';
import { evaluate } from './learning-engine/evaluation/evaluate';
import { learnInThread } from './learning-engine/learn.thread';
import { follow, serve } from './learning-engine/serve';
import { train } from './learning-engine/train';
import { TrainingStore } from './learning-engine/training.store';

const usage = `Usage: npm run learning-engine -- [run [ENGINE]] | train [ENGINE] [--if-due] | evaluate FOLDER`;
const lookEveryMs = 1_000;
const stateFolder = join(process.env.STATE_DIR ?? '.state', 'learning');

function engineOf(name = 'jev'): EngineName {
  const engine = engineNames.find((known) => known === name);
  if (engine === undefined) throw new Problem('invalid_request', `ENGINE must be one of ${engineNames.join(', ')}.`);
  return engine;
}

/** Answers for an engine name until it is asked to end, and takes up each training that is written meanwhile. */
async function run(name: EngineName): Promise<void> {
  const engine = new LearningEngine();
  const say = (version: string) => console.log(`${name} answers as ${version}`);
  const look = await follow(new TrainingStore(join(stateFolder, name)), engine, say);
  const { NATS_URL: servers, NATS_USER: user, NATS_PASSWORD: pass } = process.env;
  const bus = await connect({ servers, user, pass, name: `extension-${name}`, maxReconnectAttempts: -1 });
  const timer = setInterval(() => look().catch((error: unknown) => console.error(error)), lookEveryMs);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void bus.drain());
  console.log(`answering as ${name}`);
  const asks = bus.subscribe(`extensions.engines.${name}.judge.v1`, { queue: 'extension' });
  await serve(asks, engine, (error) => console.error(error));
  clearInterval(timer);
}

async function trainNow(name: EngineName, ifDue: boolean): Promise<void> {
  const folder = join(stateFolder, name);
  const training = await train(
    {
      source: new ApiSource(new JudgmentClient(), name),
      store: new TrainingStore(folder),
      cacheFolder: folder,
      learn: learnInThread,
      nowMs: Date.now,
    },
    ifDue,
  );
  for (const line of describeTraining(training)) console.log(line);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'if-due': { type: 'boolean' } } });
  const [verb = 'run', name, ...more] = positionals;
  if (more.length === 0 && verb === 'run') return run(engineOf(name));
  if (more.length === 0 && verb === 'train') return trainNow(engineOf(name), values['if-due'] ?? false);
  if (more.length === 0 && verb === 'evaluate' && name) {
    for await (const line of evaluate(name)) console.log(line);
    return;
  }
  throw new Problem('invalid_request', usage);
}

main().catch((thrown: unknown) => {
  const isTold = thrown instanceof Problem || thrown instanceof JudgmentError;
  console.error(isTold ? thrown.message : thrown);
  process.exitCode = 1;
});
