import { type EventPattern, GapError } from '@app/sdk';
import { EXIT } from '@app/commands';
import { Refusal } from '../../exit/refusal';
import { forward } from '../../listen/forward';
import { ListenState } from '../../listen/listen-state';
import { startOf } from '../../listen/since';
import type { Call, Commands } from '../call/call';
import { listArgument } from '../call/text-argument';

interface Options {
  forwardTo?: string;
  types?: string;
  namespacePrefix?: string;
  since?: string;
  printSecret?: boolean;
}

/** Events to a receiver on this machine. */
export const listen: Commands = (tree, run) => {
  tree
    .command('listen')
    .option('--forward-to <url>', 'receiver, such as http://127.0.0.1:3000/webhook')
    .option('--types <patterns>', 'such as subscription.*,job.failed')
    .option('--namespace-prefix <prefix>', 'whose events')
    .option('--since <start>', 'latest, oldest, a duration such as 1h, or an event id; else where it last stopped')
    .option('--print-secret', 'print the secret that signs, which stays the same, and end')
    .description('Sends new events to a receiver, signed as the service signs. It goes on where it last stopped.')
    .action(run(follow));
};

async function follow(call: Call<Options>): Promise<void> {
  const { client, connection, options, print, world } = call;
  const { forwardTo, namespacePrefix } = options;
  const types = listArgument(options.types) as EventPattern[] | undefined;
  const state = new ListenState(world, connection.baseUrl, [forwardTo, types, namespacePrefix]);
  if (options.printSecret) return print.writeLine(state.secret);
  if (forwardTo === undefined || !URL.canParse(forwardTo)) {
    throw new Refusal('Name the receiver: --forward-to http://127.0.0.1:3000/webhook');
  }
  const kept = options.since === undefined ? state.cursor : undefined;
  const start = kept === undefined ? startOf(options.since ?? 'latest', world.nowMs()) : { from: kept };
  await print.tell(`Events go to ${forwardTo}; "judgment listen --print-secret" shows what signs them. Ctrl-C ends.`);
  const { secret } = state;
  const onCursor = (cursor: string) => void (state.cursor = cursor);
  const feed = client.events.follow({ types, namespacePrefix, from: start.from, signal: world.signal, onCursor });
  try {
    for await (const event of feed) {
      if (start.fromMs !== undefined && Date.parse(event.timestamp) < start.fromMs) continue;
      const { status, ms, error } = await forward(event, forwardTo, secret, world);
      const answer = status === null ? `no answer: ${error}` : status < 300 ? `${status}` : `${status} (not taken)`;
      await print.writeLine([event.timestamp, event.type, event.id, answer, `${ms} ms`].join('  '));
      // Behind the answer: an event that was cut off comes again.
      state.cursor = event.id;
    }
  } catch (error) {
    if (!(error instanceof GapError)) throw error;
    throw new Refusal(`${error.message} To go on with what is kept: --since oldest`, EXIT.failed);
  }
}
