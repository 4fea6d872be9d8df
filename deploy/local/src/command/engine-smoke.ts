import { type Commands, type OrderReader, addExamples, addNotes } from '@app/commands';
import { runScript } from '../supervisor/script';
import { built } from '../workspace';

/** The words of `npm run engine-smoke`, which the engine broker reads. */
export const smokeTable: Commands<OrderReader<string>> = (smoke) => {
  smoke
    .description(
      'Asks the engine configured behind a name one question of each type and prints the answers, never its key. Needs neither Postgres nor NATS.',
    )
    .argument('<name>', 'jev, gpt-6-luna or pplx-decider');
  addExamples(smoke, 'jev');
  addNotes(
    smoke,
    'The engine is configured by ENGINES and ENGINE_..._KEY; without them jev is the built-in engine.',
    'Exit code: 0 all three questions were answered, 1 one was not, 2 the name or the configuration cannot be read.',
  );
};

/**
 * `npm run engine-smoke -- jev`: asks the engine that stands behind a name here (ENGINES, ENGINE_..._KEY) one question of
 * each type and prints what was understood, never the key. Needs neither database nor bus.
 */
export function runEngineSmoke(args: string[]): Promise<number> {
  return runScript([built('apps/engine-broker'), 'smoke', ...args]);
}
