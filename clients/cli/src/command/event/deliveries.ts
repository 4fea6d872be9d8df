import { Option } from 'commander';
import type { Schema } from '@app/sdk';
import type { Call, Commands } from '../call/call';

/** The log of deliveries to an endpoint. */
export const deliveries: Commands = (tree, run) => {
  tree
    .command('deliveries')
    .argument('<endpoint>', 'id of the endpoint')
    .addOption(new Option('--status <status>').choices(['pending', 'succeeded', 'failed', 'skipped']))
    .option('--all', 'print every page')
    .description('Lists deliveries to an endpoint, newest first.')
    .action(run(list));
};

async function list(
  call: Call<{ status?: Schema<'DeliveryView'>['status']; all?: boolean }>,
  id: string,
): Promise<void> {
  const { client, options, print, world } = call;
  const query = { status: options.status as 'failed' | undefined };
  await print.writePages(
    client.webhookEndpoints.deliveries(id, query, { signal: world.signal }),
    (page) => page.deliveries,
    [
      ['created', ({ created_at }) => created_at],
      ['event', ({ event_id }) => event_id],
      ['type', ({ event_type }) => event_type],
      ['status', ({ status }) => status],
      ['code', ({ status_code }) => status_code],
      ['ms', ({ latency_ms }) => latency_ms],
      ['attempts', ({ attempts }) => attempts],
      ['error', ({ error }) => error],
      ['next', ({ next_attempt_at }) => next_attempt_at],
    ],
    options.all,
  );
}
