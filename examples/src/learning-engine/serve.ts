import type { Ask } from '@app/contracts/engines';
import { headers } from 'nats';
import type { LearningEngine } from './engine';
import type { TrainingStore } from './training.store';

/** The part of a bus message that an engine needs. */
export interface AskMessage {
  json(): unknown;
  respond(payload: string, options?: { headers: ReturnType<typeof headers> }): boolean;
}

/** Answers asks one after another until the subscription ends. An ask that cannot be answered is refused, and the next goes on. */
export async function serve(
  asks: AsyncIterable<AskMessage>,
  engine: LearningEngine,
  onFault: (error: unknown) => void,
): Promise<void> {
  for await (const message of asks) {
    try {
      message.respond(JSON.stringify(await engine.answer(message.json() as Ask)));
    } catch (error) {
      onFault(error);
      const refusal = headers();
      refusal.set('Problem', 'unavailable');
      const told = {
        code: 'unavailable',
        message: 'The learning engine could not answer; its log says why.',
        details: {},
      };
      message.respond(JSON.stringify({ error: told }), { headers: refusal });
    }
  }
}

/** Takes up each training that is written while the engine runs; until it can be read the one before answers. */
export async function follow(
  store: TrainingStore,
  engine: LearningEngine,
  onChange: (version: string) => void,
): Promise<() => Promise<void>> {
  let mark = '';
  const look = async (): Promise<void> => {
    const seen = await store.mark();
    if (seen === mark) return;
    mark = seen;
    const training = await store.read();
    engine.use(training);
    if (training) onChange(training.version);
  };
  await look();
  return look;
}
