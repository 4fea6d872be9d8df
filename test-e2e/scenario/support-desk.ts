import { UsageReport } from '@app/contracts/billing';
import { CalibrationReport, OutcomesPosted } from '@app/contracts/calibration';
import { AnswerView } from '@app/contracts/documents';
import { StackClient, WebhookReceiver, eventually } from '@app/testing/stack';
import { Webhook } from 'standardwebhooks';
import { Scenario } from './scenario';

const context = { fields: ['state.subject', 'state.text', 'attributes.tier'] };
const freshness = { policy: 'on_change', debounce_ms: 0 };
const judgments = [
  { name: 'urgent', type: 'bool', question: 'Is it urgent?', thresholds: { alarm: 0.5, never: 1, always: 0 } },
  {
    name: 'topic',
    type: 'choice',
    question: 'What is it about?',
    options: [{ value: 'refund' }, { value: 'delivery' }, { value: 'account' }],
    thresholds: { refunds: { option: 'refund', gte: 0.3 }, odd: { field: 'escape_p', gte: 0.5 } },
  },
  {
    name: 'anger',
    type: 'score',
    question: 'How angry is the writer?',
    levels: [1, 2, 3, 4, 5].map((value) => ({ value, description: `Anger of ${value} in 5` })),
    thresholds: { hot: { field: 'score', gte: 3 } },
  },
];
const tickets = Array.from({ length: 20 }, (_, i) => `ticket:${i}`);

/** The main job from end to end, told on any stack. */
export function tellSupportDesk(open: () => StackClient): void {
  let scenario: Scenario;
  let receiver: WebhookReceiver;
  let secret: string;
  const answers = new Map<string, Record<string, AnswerView>>();

  beforeAll(async () => {
    scenario = new Scenario(open(), 'desk/prod');
    receiver = await WebhookReceiver.open();
  });
  afterAll(() => receiver.close());

  it('makes a namespace by its first write, and counts what was written [NS-17] [DOC-01]', async () => {
    const written = await scenario.write({
      upsert: tickets.map((id, i) => ({ id, attributes: { tier: i % 2 ? 'gold' : 'free', n: i }, state: ticket(i) })),
    });
    expect(written).toMatchObject({ upserted: 20, unchanged: 0, missing: 0 });
    expect(written.documents.map(({ id }) => id)).toEqual(tickets);
    const { body } = await scenario.call<{ name: string; deleting: boolean }>('GET', '');
    expect(body).toMatchObject({ name: scenario.namespace, deleting: false });
    const read = await scenario.read('ticket:3');
    expect(read).toMatchObject({ id: 'ticket:3', attributes: { tier: 'gold', n: 3 }, state: ticket(3) });
    expect(read.version).toBe(written.documents[3].version);
  });

  it('makes judgments of all three types, and judges nothing that is stored [JDG-01] [ANS-07]', async () => {
    for (const one of judgments) {
      const made = await scenario.judgment({ ...one, context, freshness });
      expect(made).toMatchObject({ status: 'created', version: 1, judgment: { name: one.name, active_version: 1 } });
    }
    const answer = await scenario.answer('ticket:0', 'urgent');
    expect(answer).toMatchObject({ status: 'unavailable', unavailable_reason: 'never_judged', p: null });
  });

  it('has a subscription and an endpoint that tell of urgent tickets [SUB-03]', async () => {
    const made = await scenario.stack.api<{ id: string; secret: string }>('POST', '/webhook-endpoints', {
      url: `${receiver.origin}/desk`,
      events: [],
      namespace_prefix: scenario.namespace,
    });
    expect(made.status).toBe(201);
    secret = made.body.secret;
    await scenario.ok('PUT', '/subscriptions/alarms', {
      filter: { 'answers.urgent.thresholds.alarm': true },
      endpoint: made.body.id,
      include: ['attributes', 'answers'],
    });
  });

  it('judges each changed ticket once, all questions of one in one request [FRS-02] [ENG-05] [GEN-10]', async () => {
    const before = await scenario.stack.engine.count(scenario.namespace);
    await scenario.write({
      patch: tickets.map((id, i) => ({ id, state: { text: `${ticket(i).text} Please answer.` } })),
    });
    for (const id of tickets) {
      for (const { name } of judgments) await scenario.fresh(id, name);
      answers.set(id, (await scenario.read(id)).answers ?? {});
    }
    expect(before).toBe(0);
    const asks = await scenario.stack.engine.asks('Please answer.');
    const own = asks.filter(({ body }) => judgments.every(({ question }) => body.includes(question)));
    expect(own).toHaveLength(tickets.length);
  }, 60_000);

  it('answers with probabilities, booleans and where they came from [ANS-01] [ANS-02] [ANS-03] [ANS-06] [THR-01] [DOC-03]', () => {
    for (const { urgent, topic, anger } of answers.values()) {
      const p = Number(urgent.p);
      expect(urgent).toMatchObject({ type: 'bool', status: 'fresh', stale_reason: null, version: 1 });
      expect(urgent.thresholds).toEqual({ alarm: p >= 0.5, never: p >= 1, always: true });
      expect(urgent.engine_version).toMatch(/^current\+\d{4}-\d{2}-\d{2}\.\d+$/);
      const dist = topic.dist ?? {};
      expect(Object.keys(dist).sort()).toEqual(['account', 'delivery', 'refund']);
      expect(sum(Object.values(dist)) + Number(topic.escape_p)).toBeCloseTo(1, 2);
      expect(topic.thresholds).toEqual({ refunds: dist['refund'] >= 0.3, odd: Number(topic.escape_p) >= 0.5 });
      expect(Number(anger.score)).toBeCloseTo(sum(Object.entries(anger.dist ?? {}).map(([v, q]) => Number(v) * q)), 1);
      expect(Number(anger.normalized)).toBeCloseTo((Number(anger.score) - 1) / 4, 6);
      for (const one of [p, ...Object.values(dist)]) expect(one >= 0 && one <= 1).toBe(true);
    }
  });

  it('finds by attributes, answers and thresholds what a filter by hand finds [DOC-04]', async () => {
    const hot = [...answers].filter(([, { urgent }]) => urgent.thresholds['alarm']).map(([id]) => id);
    const found = await scenario.query({
      filter: { 'answers.urgent.thresholds.alarm': true },
      limit: 100,
      count: true,
    });
    expect(found.documents.map(({ id }) => id).sort()).toEqual([...hot].sort());
    expect(found).toMatchObject({ count: hot.length, stale_count: 0, next_cursor: null });
    const order_by = [{ path: 'answers.urgent.p', direction: 'desc' }];
    const filter = { 'attributes.tier': 'gold', 'attributes.n': { gte: 5 } };
    const wanted = tickets.filter((_, i) => i % 2 === 1 && i >= 5);
    const first = await scenario.query({ filter, order_by, limit: 3 });
    const rest = await scenario.query({ filter, order_by, limit: 100, cursor: first.next_cursor });
    const page = [...first.documents, ...rest.documents];
    expect(page.map(({ id }) => id).sort()).toEqual([...wanted].sort());
    const ps = page.map(({ id }) => Number(answers.get(id)?.urgent.p));
    expect(ps).toEqual([...ps].sort((a, b) => b - a));
  });

  it('tells of each urgent ticket once in the feed, and by a signed webhook of the same event [GEN-10] [FEED-02] [FEED-05] [SIG-01] [SIG-02] [SUB-01]', async () => {
    const hot = [...answers].filter(([, { urgent }]) => urgent.thresholds['alarm']).map(([id]) => id);
    expect(hot.length).toBeGreaterThan(0);
    const events = await eventually(async () => {
      const all = await scenario.events();
      if (all.length < hot.length) throw new Error(`${all.length} of ${hot.length} events`);
      return all;
    });
    const entered = events.map(({ data }) => (data as { document: string }).document);
    expect([...entered].sort()).toEqual([...hot].sort());
    // While replicas divide the endpoints anew, an endpoint may have no sender for a lease of 30 s.
    await eventually(() => {
      if (receiver.deliveries.length < hot.length) throw new Error(`${receiver.deliveries.length} deliveries`);
    }, 90_000);
    for (const { headers, body } of receiver.deliveries) {
      const sent = new Webhook(secret).verify(body.toString('utf8'), headers as Record<string, string>);
      const inFeed = events.find(({ id }) => id === headers['webhook-id']);
      expect(sent).toEqual({ ...inFeed });
      expect(inFeed).toMatchObject({ type: 'subscription.entered', data: { cause: 'answer', subscription: 'alarms' } });
    }
  }, 120_000);

  it('meters what was judged: the first question whole, each further one a quarter [BILL-01] [BILL-03] [BILL-10]', async () => {
    const units = tickets.length * 1.5;
    const prefix = encodeURIComponent(scenario.namespace);
    const report = await eventually(async () => {
      const { body } = await scenario.stack.api<UsageReport>('GET', `/usage?namespace_prefix=${prefix}`);
      expect(body.judgment_units).toBe(units);
      return body;
    });
    expect(report.namespaces).toHaveLength(1);
    expect(report.cost_usd).toBeGreaterThan(0);
    await eventually(async () => {
      const { body } = await scenario.call<{ stats: { spend_month_usd: number; documents: number } }>('GET', '');
      expect(body.stats.spend_month_usd).toBeCloseTo(report.cost_usd, 6);
      expect(body.stats.documents).toBe(tickets.length);
    });
  });

  it('binds outcomes to the answers in force and counts them [OUT-01] [OUT-07]', async () => {
    const outcomes = tickets.map((document, i) => ({ document, value: i % 3 === 0, as_of: 'latest' }));
    const post = () => scenario.ok<OutcomesPosted>('POST', '/judgments/urgent/outcomes', { outcomes });
    expect(await post()).toMatchObject({ recorded: 20, matched: 20, unmatched: [] });
    expect(await post()).toMatchObject({ recorded: 0, unchanged: 20 });
    const report = await scenario.ok<CalibrationReport>('GET', '/judgments/urgent/calibration');
    expect(report.labels).toMatchObject({ count: 20, by_source: { posted: 20 } });
    expect(report.base_rate).toBeCloseTo(7 / 20, 6);
    const loss = tickets.map((id, i) => {
      const p = Number(answers.get(id)?.urgent.p);
      return -Math.log(Math.max(1e-6, i % 3 === 0 ? p : 1 - p));
    });
    expect(report.raw.log_loss).toBeCloseTo(sum(loss) / loss.length, 4);
  });
}

function ticket(i: number): { subject: string; text: string } {
  return { subject: `Order ${i}`, text: `My parcel number ${i} has not come, and I wrote ${i} times.` };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
