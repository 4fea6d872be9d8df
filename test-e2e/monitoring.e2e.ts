import { services } from '@app/contracts';
import { Stack, WebhookReceiver, eventually, openLimitMs, openStack } from '@app/testing/stack';
import { Prometheus, describedMetrics, impatientRules, panelExpressions } from './prometheus/prometheus';
import { Scenario } from './scenario/scenario';

const dashboards = ['judgment-overview', 'judgment-engines', 'judgment-work', 'judgment-servers'];
/** Panels with series only once something went wrong, or with work that this scenario does not do. */
const quiet = [
  ...[
    'Errors',
    'Gauges that fail',
    'Asks without a charge',
    'Loops',
    'Dead facts',
    'Published again',
    'Frames that cannot be read',
    'Requests sent again',
  ],
  ...['No slot in time', 'Epochs', 'Daily checks', 'Drafts', 'Runs of alternatives', 'Fits', 'Computing'],
  ...['Mail', 'Tries to send mail', 'Jobs', 'Filters evaluated', 'Documents walked', 'Requests that travel together'],
];

let stack: Stack;
let receiver: WebhookReceiver;
let prometheus: Prometheus;

beforeAll(async () => {
  receiver = await WebhookReceiver.open((response) => response.writeHead(204).end());
  stack = await openStack({ name: 'monitoring', untouched: true, processes: true });
  const targets = await Promise.all(services.map((service) => stack.adminAddress(service)));
  prometheus = await Prometheus.open(targets, impatientRules());
}, openLimitMs);
afterAll(async () => {
  await prometheus?.close();
  await stack?.close();
  await receiver?.close();
}, 60_000);

it('a Prometheus finds every metric that the page describes, and a series for every panel of a service at work', async () => {
  const scenario = new Scenario(stack, 'monitoring');
  const { body } = await stack.api<{ id: string }>('POST', '/webhook-endpoints', { url: `${receiver.origin}/hook` });
  await scenario.judgment({
    name: 'late',
    type: 'bool',
    question: 'Is it late?',
    context: { fields: ['state.text'] },
    freshness: { policy: 'on_change', debounce_ms: 0 },
  });
  await scenario.ok('PUT', '/subscriptions/all', { filter: { 'attributes.live': true }, endpoint: body.id });
  let written = 0;
  // A scrape that comes late on a busy machine takes away all series of its process until the next one, so what a panel has
  // once shown counts, and only the others are asked for again.
  let empty = panelExpressions(dashboards).filter(({ panel }) => !quiet.includes(panel));
  const look = async (): Promise<void> => {
    const series = await Promise.all(empty.map(({ expr }) => prometheus.query(expr)));
    empty = empty.filter((_, at) => series[at].length === 0);
  };
  // Judgments that no process has claimed are seldom left when a scrape comes, unless the engine keeps its slots.
  await stack.engine.hold();
  const upsert = Array.from({ length: 500 }, (_, n) => ({ id: `w${n}`, state: { text: `waits ${n}` } }));
  await scenario.write({ upsert });
  await eventually(async () => {
    await look();
    expect(empty.map(({ panel }) => panel)).not.toContain('Claimable');
  }, 30_000);
  await stack.engine.release();
  await eventually(async () => {
    await scenario.upsert(`d${(written += 1)}`, { text: `text ${written}` }, { live: true });
    await look();
    expect(empty).toEqual([]);
  }, 60_000);
  expect(describedMetrics().length).toBeGreaterThan(60);
  await eventually(async () => {
    const served = await prometheus.served();
    expect(describedMetrics().filter((name) => !served.includes(name))).toEqual([]);
    expect(await prometheus.query('judgment_build_info')).toHaveLength(services.length);
  }, 30_000);
}, 120_000);

it('no alert fires while all is well, and each fault fires its own and no other', async () => {
  const firing = async (): Promise<string[]> =>
    (await prometheus.firing())
      .map(({ name, labels }) => `${name} ${labels['component'] ?? ''} ${labels['dependency'] ?? ''}`.trim())
      .sort();
  await eventually(async () => expect(await firing()).toEqual([]), 30_000);
  await stack.services.kill('billing');
  const missing = ['JudgmentServiceMissing billing'];
  await eventually(async () => expect(await firing()).toEqual(missing), 30_000);
  await stack.services.start('billing');
  await prometheus.close();
  const targets = await Promise.all(services.map((service) => stack.adminAddress(service)));
  prometheus = await Prometheus.open(targets, impatientRules());
  await eventually(async () => {
    expect(await prometheus.query('judgment_outbox_rows{state="waiting"}')).toHaveLength(services.length);
    expect(await firing()).toEqual([]);
  }, 30_000);
  await stack.nats.stop();
  const down = services.map((service) => `JudgmentDependencyDown ${service} bus`).sort();
  await eventually(async () => expect(await firing()).toEqual(down), 30_000);
  await stack.nats.start();
  await eventually(async () => expect(await firing()).toEqual([]), 30_000);
}, 180_000);
