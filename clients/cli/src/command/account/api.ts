import type { JudgmentClient } from '@app/sdk';
import { Refusal } from '../../exit/refusal';
import type { Call, Commands } from '../call/call';
import { type GivenJson, readGivenJson } from '../call/text-argument';

interface Options {
  data?: string;
  idempotencyKey?: string;
  wait: boolean;
}

/** Any call of the API. */
export const api: Commands = (tree, run) => {
  tree
    .command('api')
    .argument('<method>', 'such as GET')
    .argument('<path>', 'below /v1, escaped, such as /namespaces/acme%2Fprod')
    .description('Sends one request with the same key, retries and waits as other commands, and prints the reply.')
    .option('-d, --data <json>', 'body, sent as it is given: JSON, @file, or - for the input')
    .option('--idempotency-key <key>', 'key of a write; random when left out')
    .option('--no-wait', 'print a job instead of waiting for its result')
    .action(run(send));
};

async function send(call: Call<Options>, method: string, path: string): Promise<void> {
  const { options, print, world } = call;
  const { data, idempotencyKey, wait } = options;
  if (data !== undefined && /^(get|head)$/i.test(method)) {
    throw new Refusal(`A ${method.toUpperCase()} has no body: leave --data out, or give POST, PUT or PATCH.`);
  }
  const given = data === undefined ? undefined : await readGivenJson('--data', data, world);
  const client = given === undefined ? call.client : clientOf(call, given);
  const from = path.startsWith('/') ? path : `/${path}`;
  await print.reply(
    (more) => client.request(method, from, given?.value, { ...more, idempotencyKey, wait, signal: world.signal }),
    (reply) => print.writeRaw(typeof reply === 'string' ? reply : `${JSON.stringify(reply ?? null, null, 2)}\n`),
  );
}

/** A client whose body is the text that was given: its spelling of numbers, its order and its doubles are the service's to judge. */
function clientOf(call: Call<Options>, { text }: GivenJson<unknown>): JudgmentClient {
  return call.clientWith({
    fetch: (address, init) => fetch(address, typeof init?.body === 'string' ? { ...init, body: text } : init),
  });
}
