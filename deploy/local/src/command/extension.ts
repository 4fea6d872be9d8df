import { type Extension, extensionDurableOf, extensionUserOf } from '@app/contracts/catalogue';
import { SetupFailure } from '@app/servers';
import { ensureDurables, removeDurable } from '../extension/durable';
import { readExtensionOrder } from '../extension/order';
import { tellServer } from '../extension/tell-server';
import { password } from '../state/secrets';
import { State } from '../state/state';
import { stateFolder } from '../workspace';

/**
 * `extension add|list|remove`: a process of the user's own gets a bus user with the rights that it needs and no other. A
 * server that runs learns of it at once; otherwise the next start does.
 * @returns the exit code
 */
export async function runExtensionCommand(args: string[]): Promise<number> {
  const order = readExtensionOrder(args);
  const state = new State(stateFolder());
  const known = state.secrets.extensions ?? {};
  if (order.verb === 'list') {
    for (const [name, kept] of Object.entries(known)) console.log(lineOf({ name, ...kept }));
    return 0;
  }
  const { verb: _, name, ...rest } = order;
  const before = known[name];
  if (order.verb === 'add') {
    if (before) throw new SetupFailure(`There is an extension ${name}: remove it first, or choose another name.`);
    const extension = { password: password(), ...rest };
    state.keepExtension(name, extension);
    await tellServer(state, (admin) => ensureDurables(admin, [{ name, ...rest }]));
    console.log(accessOf({ name, ...rest }, extension.password, state));
    return 0;
  }
  if (!before)
    throw new SetupFailure(
      `There is no extension ${name}: \`npm run operator -- extension list\` shows those there are.`,
    );
  state.keepExtension(name, null);
  await tellServer(state, (admin) => removeDurable(admin, { name, ...before }));
  console.log(`${name} is removed; its process is cut off`);
  return 0;
}

function lineOf({ name, engine, consumes }: Extension): string {
  return [name, engine ? `answers for ${engine}` : '', consumes ? `consumes ${consumes}` : '']
    .filter(Boolean)
    .join('  ');
}

function accessOf(extension: Extension, secret: string, { running }: State): string {
  const durable = extensionDurableOf(extension);
  return [
    `NATS_URL=${running?.natsUrl ?? 'nats://127.0.0.1:4222'}`,
    `NATS_USER=${extensionUserOf(extension)}`,
    `NATS_PASSWORD=${secret}`,
    ...(durable ? [`NATS_STREAM=${durable.stream}`, `NATS_DURABLE=${durable.name}`] : []),
  ].join('\n');
}
