import { extensionUserOf } from '@app/contracts/catalogue';
import { password } from '../state/secrets';
import type { Running, State } from '../state/state';
import { tellServer } from './tell-server';

/** The bus user of the engine, made at the first run. Values of the environment go before it. */
export async function makeBusAccess(state: State, engine: string, { natsUrl }: Running): Promise<NodeJS.ProcessEnv> {
  if (process.env['NATS_USER']) return {};
  const name = `learning-${engine}`;
  const known = state.secrets.extensions?.[name] ?? { password: password(), engine };
  if (!state.secrets.extensions?.[name]) {
    state.keepExtension(name, known);
    await tellServer(state, async () => undefined);
  }
  return { NATS_URL: natsUrl, NATS_USER: extensionUserOf({ name }), NATS_PASSWORD: known.password };
}
