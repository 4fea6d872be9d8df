import { SetupFailure } from '@app/servers';
import { makeBusAccess } from '../extension/learning-access';
import { firstOrganization } from '../start/first-organization';
import { State, type Running } from '../state/state';
import { serviceEnvironment } from '../supervisor/environment';
import { runNode } from '../supervisor/migration';
import { runScript } from '../supervisor/script';
import { built, stateFolder } from '../workspace';

const script = () => built('examples', 'learning');

/**
 * `learning-engine run|train|evaluate`: the example engine that learns from outcomes, beside the service that runs from this
 * checkout. The engine gets a bus user and no API key; a training gets a key that only reads, and no bus user.
 * @returns its exit code
 */
export async function runLearningEngine(args: string[]): Promise<number> {
  const [verb = 'run', engine = 'jev'] = args.filter((arg) => !arg.startsWith('--'));
  const state = new State(stateFolder());
  const env = { ...process.env, STATE_DIR: state.folder };
  if (verb !== 'run' && verb !== 'train') return runScript([script(), ...args], env);
  const { running } = state;
  if (!running)
    throw new SetupFailure('The service does not run from here: start it with `npm start`, then run this again.');
  const access = verb === 'run' ? await makeBusAccess(state, engine, running) : await makeApiAccess(state, running);
  return runScript([script(), ...args], { ...env, ...access });
}

/** A key of the first organization that only reads, made at the first training. JUDGMENT_API_KEY goes before it. */
async function makeApiAccess(state: State, running: Running): Promise<NodeJS.ProcessEnv> {
  const base = { JUDGMENT_BASE_URL: process.env['JUDGMENT_BASE_URL'] ?? running.baseUrls[0] };
  const given = process.env['JUDGMENT_API_KEY'] ?? state.kept.learningKey;
  if (given) return { ...base, JUDGMENT_API_KEY: given };
  const env = serviceEnvironment('gateway', state.secrets, running, { replica: 0, adminPort: 0 });
  const create = ['keys', 'create', '--org', firstOrganization.name, '--role', 'read_only', '--json'];
  const made = await runNode([built('apps/gateway'), 'operator', ...create, '--description', 'learning engine'], env);
  if (made.code !== 0)
    throw new SetupFailure(`No key could be made (${made.output.trim().split('\n').at(-1)}): set JUDGMENT_API_KEY.`);
  const { key } = JSON.parse(made.stdout) as { key: string };
  state.keep({ learningKey: key });
  return { ...base, JUDGMENT_API_KEY: key };
}
