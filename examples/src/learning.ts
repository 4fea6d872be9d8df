import { UnreadableCommand } from '@app/commands';
import { type EngineName } from '@app/definition';
import { Problem } from '@app/problem';
import { JudgmentClient, JudgmentError } from '@app/sdk/client';
import { connect } from 'nats';
import { join } from 'node:path';
import { ApiSource } from './learning-engine/api.source';
import { describeTraining } from './learning-engine/describe';
import { LearningEngine } from './learning-engine/engine';
import { evaluate } from './learning-engine/evaluation/evaluate';
import { learnInThread } from './learning-engine/learn.thread';
import { readLearningOrder } from './learning-engine/order';
import { follow, serve } from './learning-engine/serve';
import { train } from './learning-engine/train';
import { TrainingStore } from './learning-engine/training.store';

const lookEveryMs = 1_000;
const stateFolder = join(process.env.STATE_DIR ?? '.state', 'learning');

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
  const order = readLearningOrder(process.argv.slice(2));
  if (order.verb === 'run') return run(order.engine);
  if (order.verb === 'train') return trainNow(order.engine, order.ifDue);
  for await (const line of evaluate(order.folder)) console.log(line);
}

main().catch((thrown: unknown) => {
  const isSentence = [Problem, JudgmentError, UnreadableCommand].some((kind) => thrown instanceof kind);
  console.error(isSentence ? (thrown as Error).message : thrown);
  process.exitCode = 1;
});
