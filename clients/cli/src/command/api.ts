import type { Call, Commands } from './call';
import { readJsonArgument } from './text-argument';

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
    .option('-d, --data <json>', 'body: JSON, @file, or - for the input')
    .option('--idempotency-key <key>', 'key of a write; random when left out')
    .option('--no-wait', 'print a job instead of waiting for its result')
    .action(run(call));
};

async function call({ client, options, print, world }: Call<Options>, method: string, path: string): Promise<void> {
  const { data, idempotencyKey, wait } = options;
  const body = data === undefined ? undefined : await readJsonArgument('--data', data, world);
  const from = path.startsWith('/') ? path : `/${path}`;
  await print.reply(
    (more) => client.request(method, from, body, { ...more, idempotencyKey, wait, signal: world.signal }),
    (reply) => print.writeRaw(typeof reply === 'string' ? reply : `${JSON.stringify(reply ?? null, null, 2)}\n`),
  );
}
