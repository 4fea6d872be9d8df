import { openCliRoom } from '../../testing/cli-room';
import { itSendsAndShows } from '../../testing/command-cases';
import { endpoint, page, since, subscription } from '../../testing/samples';

const room = openCliRoom();

itSendsAndShows(room, [
  [
    'events list --types job.* --limit 5',
    'GET /events?limit=5&types=job.*',
    null,
    page('events', { id: 'evt_1', type: 'job.failed', timestamp: since, data: { a: 1 } }),
    'job.failed\tevt_1\t{"a":1}',
  ],
  [
    'events show evt_1',
    'GET /events/evt_1',
    null,
    { id: 'evt_1', type: 'job.failed', timestamp: since, data: { job: 'job_1' } },
    `id\tevt_1\ntype\tjob.failed\ntime\t${since}\njob\tjob_1\n`,
  ],
  [
    'events resend evt_1 --to we_1',
    'POST /events/evt_1/redeliver',
    { endpoint: 'we_1' },
    { id: 'del_1', status: 'pending' },
    'del_1 is pending.',
  ],
  [
    'endpoints list',
    'GET /webhook-endpoints',
    null,
    page('webhook_endpoints', endpoint),
    'we_1\thttps://x.example\tactive',
  ],
  [
    'endpoints create https://x.example --events job.*',
    'POST /webhook-endpoints',
    { url: 'https://x.example', events: ['job.*'] },
    endpoint,
    'secret\twhsec_1',
  ],
  [
    'endpoints test we_1',
    'POST /webhook-endpoints/we_1/test',
    { type: 'webhook.test' },
    { id: 'evt_2', type: 'webhook.test' },
    'event\tevt_2',
  ],
  [
    'endpoints rotate we_1 --keep 24h',
    'POST /webhook-endpoints/we_1/rotate-secret',
    { previous_valid_for: '24h' },
    endpoint,
    'secret\twhsec_1',
  ],
  ['endpoints enable we_1', 'PATCH /webhook-endpoints/we_1', { enabled: true }, endpoint, 'status\tactive'],
  [
    `endpoints recover we_1 --since ${since}`,
    'POST /webhook-endpoints/we_1/recover',
    { since },
    { queued: 4 },
    '4 deliveries',
  ],
  [
    'deliveries we_1 --status failed',
    'GET /webhook-endpoints/we_1/deliveries?status=failed',
    null,
    page('deliveries', { event_id: 'evt_1', status: 'failed', error: 'dns' }),
    'evt_1\t\tfailed',
  ],
  [
    'subscriptions list',
    'GET /namespaces/a%2Fb/subscriptions',
    null,
    page('subscriptions', subscription),
    'hot\t12\tentered\twhe_1\t\t\t{"attributes.x":1}',
  ],
  ['subscriptions get hot', 'GET /namespaces/a%2Fb/subscriptions/hot', null, subscription, 'name\thot\nmatch\t12\n'],
  [
    'subscriptions get hot',
    'GET /namespaces/a%2Fb/subscriptions/hot',
    null,
    { ...subscription, members: 1_000 },
    'match\t1,000 or more\n',
  ],
  [
    'subscriptions put hot --filter {"attributes.x":1} --on entered --include answers --endpoint whe_1 --min-hold 5m',
    'PUT /namespaces/a%2Fb/subscriptions/hot',
    {
      filter: { 'attributes.x': 1 },
      on: ['entered'],
      include: ['answers'],
      endpoint: 'whe_1',
      min_hold: '5m',
    },
    subscription,
    'match\t12\n',
  ],
  [
    'subscriptions put hot {"filter":{"attributes.x":1},"initial":"emit"}',
    'PUT /namespaces/a%2Fb/subscriptions/hot',
    { filter: { 'attributes.x': 1 }, initial: 'emit' },
    subscription,
    'match\t12\n',
  ],
]);

it('a subscription without a filter is refused before anything is sent', async () => {
  room.server.play();
  expect(await room.terminal.run(['subscriptions', 'put', 'hot', '--on', 'entered'])).toMatchObject({ code: 2 });
  expect(room.server.heard).toEqual([]);
});
