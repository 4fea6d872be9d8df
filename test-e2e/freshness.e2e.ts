import { NamespaceView } from '@app/contracts';
import { HouseDoor, eventually, openLimitMs, sharedHouse } from '@app/testing/stack';
import { Story, boolJudgment } from './story/story';

let house: HouseDoor;
beforeAll(async () => {
  house = await sharedHouse();
}, openLimitMs);
afterAll(() => house?.leave());

const textOf = (id: string, n: number): string => `content of ${id} number ${n}`;

it('never reads wrongly fresh nor wrongly stale while documents are written and judged', async () => {
  const story = new Story(house, 'fresh/load');
  await story.judgment(boolJudgment('late'));
  const ids = Array.from({ length: 20 }, (_, i) => `d${i}`);
  const writes = 15;
  // What clients were told, by document: each version with the text that it holds.
  const ledger = new Map<string, Map<number, string>>();
  const wrong: string[] = [];
  const reader = { on: true, reads: 0 };
  const write = async (id: string): Promise<void> => {
    const versions = new Map<number, string>();
    ledger.set(id, versions);
    for (let n = 0; n < writes; n++) {
      const { documents } = await story.upsert(id, { text: textOf(id, n), noise: n });
      versions.set(documents[0].version, textOf(id, n));
      const read = await story.read(id, '?fresh=stored');
      if (read.version !== documents[0].version)
        wrong.push(`${id}: read ${read.version} after ${documents[0].version}`);
    }
  };
  const watch = async (): Promise<void> => {
    while (reader.on) {
      const id = ids[reader.reads++ % ids.length];
      const { status, body } = await story.call<{
        version: number;
        answers: Record<string, { status: string; document_version: number | null; stale_reason: string | null }>;
      }>('GET', `/documents/${id}?fresh=stored`);
      if (status !== 200) continue; // not written yet
      const { late } = body.answers;
      if (late.status === 'fresh' && late.document_version !== body.version)
        wrong.push(`${id}: fresh at ${body.version} with an answer of ${late.document_version}`);
      if (late.status === 'stale' && late.document_version === body.version)
        wrong.push(`${id}: stale (${late.stale_reason}) with an answer of this very version`);
    }
  };
  const watching = [watch(), watch()];
  await Promise.all(ids.map(write));
  for (const id of ids) {
    const answer = await story.fresh(id, 'late', 30_000);
    const last = [...(ledger.get(id)?.keys() ?? [])].at(-1);
    expect(answer.document_version).toBe(last);
    // What the engine was really shown for the last version is the last text.
    expect(await house.engine.count(textOf(id, writes - 1))).toBeGreaterThan(0);
  }
  reader.on = false;
  await Promise.all(watching);
  expect(wrong).toEqual([]);
  expect(reader.reads).toBeGreaterThan(50);
}, 60_000);

it('gives with `require` the answer that a plain read then shows, fresh, and bills it once [FRS-03] [BILL-01]', async () => {
  const story = new Story(house, 'fresh/require');
  await story.judgment(boolJudgment('late', { freshness: { policy: 'manual' } }));
  await story.upsert('a', { text: 'first' });
  const required = await story.read('a', '?fresh=require');
  const plain = await story.read('a');
  expect(required.answers?.['late']).toMatchObject({ status: 'fresh' });
  expect(plain.answers?.['late']).toEqual(required.answers?.['late']);
  expect(required.usage).toMatchObject({ judgment_units: 1 });
  expect(plain.usage).toBeUndefined();
});

it('reads the new booleans right after a threshold is changed, with no engine call and no version [THR-04] [THR-07] [BILL-07]', async () => {
  const story = new Story(house, 'fresh/threshold');
  await story.judgment(boolJudgment('late', { thresholds: { alarm: 0 } }));
  await story.write({
    upsert: Array.from({ length: 30 }, (_, i) => ({ id: `t${i}`, state: { text: `threshold ${i}` } })),
  });
  for (let i = 0; i < 30; i++) await story.fresh(`t${i}`, 'late');
  const asked = await house.engine.count('threshold ');
  const before = await story.answer('t3', 'late');
  for (const alarm of [1, 0, 0.5]) {
    await story.ok('PATCH', '/judgments/late', { thresholds: { alarm } });
    const { documents } = await story.query({ include: ['answers'], limit: 100 });
    for (const { answers } of documents) {
      expect(answers?.['late'].thresholds).toEqual({ alarm: Number(answers?.['late'].p) >= alarm });
    }
  }
  expect(await house.engine.count('threshold ')).toBe(asked);
  const after = await story.answer('t3', 'late');
  expect(after).toMatchObject({ id: before.id, judged_at: before.judged_at, version: 1, p: before.p });
  await story.ok('PATCH', '/judgments/late', { thresholds: { alarm: null } });
  expect((await story.answer('t3', 'late')).thresholds).toEqual({});
});

it('reads the new booleans of an answered change also when NATS stood still for 5 s [THR-04]', async () => {
  const story = new Story(house, 'fresh/still');
  await story.judgment(boolJudgment('late', { thresholds: { alarm: 0 } }));
  await story.upsert('a', { text: 'still water' });
  await story.fresh('a', 'late');
  await house.nats.pause();
  const patched = story.call('PATCH', '/judgments/late', { thresholds: { alarm: 1 } });
  await new Promise((resolve) => setTimeout(resolve, 5_000)); // the story itself: NATS stands still for 5 s
  await house.nats.resume();
  const reply = await patched;
  if (reply.status >= 500) {
    expect(reply.headers['retry-after']).toBeDefined();
    const again = await eventually(() => story.ok('PATCH', '/judgments/late', { thresholds: { alarm: 1 } }), 20_000);
    expect(again).toBeDefined();
  } else if (reply.status === 202) {
    const { id } = reply.body as { id: string };
    await eventually(async () => {
      const job = await house.api<{ status: string }>('GET', `/jobs/${id}`);
      expect(job.body.status).toBe('done');
    }, 20_000);
  } else expect(reply.status).toBe(200);
  const answer = await story.answer('a', 'late');
  expect(answer.thresholds).toEqual({ alarm: Number(answer.p) >= 1 });
}, 60_000);

it('never shows the old answer of a document that was deleted and made again while it was judged', async () => {
  const story = new Story(house, 'fresh/again');
  await story.judgment(boolJudgment('late'));
  await house.engine.hold();
  try {
    await story.upsert('a', { text: 'the old life' });
    await eventually(async () => expect(await house.engine.count('the old life')).toBe(1));
    await story.ok('DELETE', '/documents/a');
    await story.upsert('a', { text: 'the new life' });
  } finally {
    await house.engine.release();
  }
  const version = (await story.read('a', '?fresh=stored')).version;
  const seen = new Set<number | null>();
  const answer = await eventually(async () => {
    const now = await story.answer('a', 'late');
    seen.add(now.document_version);
    if (now.status !== 'fresh') throw new Error(now.status);
    return now;
  });
  expect(answer.document_version).toBe(version);
  expect([...seen].filter((one) => one !== null && one !== version)).toEqual([]);
  expect(await house.engine.count('the new life')).toBe(1);
});

it('judges on_read only when someone reads, and manual only when told [FRS-01] [FRS-03]', async () => {
  const story = new Story(house, 'fresh/policy');
  await story.judgment(boolJudgment('lazy', { freshness: { policy: 'on_read' } }));
  await story.judgment(boolJudgment('told', { question: 'By hand?', freshness: { policy: 'manual' } }));
  await story.judgment(boolJudgment('keen', { question: 'At once?' }));
  await story.write({ upsert: Array.from({ length: 5 }, (_, i) => ({ id: `p${i}`, state: { text: `policy ${i}` } })) });
  for (let i = 0; i < 5; i++) await story.fresh(`p${i}`, 'keen');
  const asksOf = async (question: string) =>
    (await house.engine.asks('policy ')).filter(({ body }) => body.includes(question));
  expect(await asksOf('Is this lazy?')).toHaveLength(0);
  expect(await asksOf('By hand?')).toHaveLength(0);
  expect((await story.answer('p2', 'lazy', '')).status).toBe('fresh');
  expect(await asksOf('Is this lazy?')).toHaveLength(1);
  expect((await story.answer('p2', 'told', '')).status).toBe('unavailable');
  await story.ok('POST', '/judgments/told/judge', { documents: ['p2'] });
  expect((await story.answer('p2', 'told')).status).toBe('fresh');
  expect(await asksOf('By hand?')).toHaveLength(1);
  // Reading what is stored asks nobody.
  for (let i = 0; i < 5; i++) await story.read('p2');
  expect(await asksOf('Is this lazy?')).toHaveLength(1);
});

it('merges a burst into one judging of the last content, and bounds the waiting [FRS-05] [FRS-06]', async () => {
  const story = new Story(house, 'fresh/burst');
  await story.judgment(
    boolJudgment('slow', { freshness: { policy: 'on_change', debounce_ms: 2_000, max_wait_ms: 4_000 } }),
  );
  for (let i = 0; i < 5; i++) await story.upsert('a', { text: `burst a ${i}` });
  const waiting = await story.answer('a', 'slow');
  expect(waiting).toMatchObject({ status: 'pending', due_at: expect.any(String) as string });
  await story.fresh('a', 'slow');
  const asks = await house.engine.asks('burst a ');
  expect(asks.map(({ body }) => body.includes('burst a 4'))).toEqual([true]);
  // Written without a pause longer than the debounce: only the longest wait can end it.
  const begun = Date.now();
  let n = 0;
  while ((await house.engine.count('burst b ')) === 0 && Date.now() - begun < 30_000) {
    await story.upsert('b', { text: `burst b ${n++}` });
  }
  expect(await house.engine.count('burst b ')).toBe(1);
  expect(Date.now() - begun).toBeGreaterThan(2_000);
}, 60_000);

it('asks nothing when what changed is not read by the judgment, and stays fresh [FRS-04] [DOC-07]', async () => {
  const story = new Story(house, 'fresh/field');
  await story.judgment(boolJudgment('late'));
  await story.upsert('a', { text: 'unmoved', other: 1 });
  const first = await story.fresh('a', 'late');
  await story.write({ patch: [{ id: 'a', state: { other: 2 }, attributes: { seen: true } }] });
  const second = await story.answer('a', 'late');
  expect(second).toMatchObject({ id: first.id, status: 'fresh' });
  const same = await story.write({ patch: [{ id: 'a', state: { other: 2 } }] });
  expect(same).toMatchObject({ patched: 0, unchanged: 1 });
  expect(await house.engine.count('unmoved')).toBe(1);
});

it('bounds debounce and waits [FRS-01]', async () => {
  const story = new Story(house, 'fresh/bounds');
  await story.upsert('a', { text: 'x' });
  for (const freshness of [
    { policy: 'on_change', debounce_ms: -1 },
    { policy: 'on_change', debounce_ms: 1.5 },
  ]) {
    const reply = await story.call<{ error: { code: string } }>(
      'POST',
      '/judgments',
      boolJudgment('late', { freshness }),
    );
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
  }
  const { judgment } = await story.judgment(boolJudgment('late', { freshness: { policy: 'on_change' } }));
  expect(judgment?.freshness).toMatchObject({ policy: 'on_change', debounce_ms: 2_000, max_wait_ms: 20_000 });
});

it('shows what an interval will cost a month: each document once an interval, at what judging it costs [FRS-09] [NS-09]', async () => {
  const story = new Story(house, 'fresh/periodic');
  await story.write({ upsert: ['a', 'b', 'c'].map((id) => ({ id, state: { text: id } })) });
  const cost = async () => {
    const { stats } = await story.ok<NamespaceView>('GET', '');
    return stats.periodic_cost_usd_per_month;
  };
  const made = await story.judgment(boolJudgment('late', { freshness: { policy: 'interval', interval: '6h' } }));
  const { existing } = made.estimate!;
  expect(existing).toMatchObject({ documents: 3, judgment_units: 3 });
  // 30 days of four intervals each.
  expect(await cost()).toBeCloseTo(120 * existing.cost_usd, 3);
  expect(await cost()).toBeGreaterThan(0);
  await story.ok('PATCH', '/judgments/late', { freshness: { interval: '12h' } });
  expect(await cost()).toBeCloseTo(60 * existing.cost_usd, 3);
  await story.ok('PATCH', '/judgments/late', { freshness: { policy: 'on_read', interval: null } });
  expect(await cost()).toBe(0);
});
