import { NamespaceView } from '@app/contracts/documents';
import { StackClient, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import { Scenario, boolJudgment } from './scenario/scenario';

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(() => stack?.leave());

const textOf = (id: string, n: number): string => `content of ${id} number ${n}`;

it('never reads wrongly fresh nor wrongly stale while documents are written and judged', async () => {
  const scenario = new Scenario(stack, 'fresh/load');
  await scenario.judgment(boolJudgment('late'));
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
      const { documents } = await scenario.upsert(id, { text: textOf(id, n), noise: n });
      versions.set(documents[0].version, textOf(id, n));
      const read = await scenario.read(id, '?fresh=stored');
      if (read.version !== documents[0].version)
        wrong.push(`${id}: read ${read.version} after ${documents[0].version}`);
    }
  };
  const watch = async (): Promise<void> => {
    while (reader.on) {
      const id = ids[reader.reads++ % ids.length];
      const { status, body } = await scenario.call<{
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
    const answer = await scenario.fresh(id, 'late', 30_000);
    const last = [...(ledger.get(id)?.keys() ?? [])].at(-1);
    expect(answer.document_version).toBe(last);
    // What the engine was really shown for the last version is the last text.
    expect(await stack.engine.count(textOf(id, writes - 1))).toBeGreaterThan(0);
  }
  reader.on = false;
  await Promise.all(watching);
  expect(wrong).toEqual([]);
  expect(reader.reads).toBeGreaterThan(50);
}, 60_000);

it('gives with `require` the answer that a plain read then shows, fresh, and bills it once [FRS-03] [BILL-01]', async () => {
  const scenario = new Scenario(stack, 'fresh/require');
  await scenario.judgment(boolJudgment('late', { freshness: { policy: 'manual' } }));
  await scenario.upsert('a', { text: 'first' });
  const required = await scenario.read('a', '?fresh=require');
  const plain = await scenario.read('a');
  expect(required.answers?.['late']).toMatchObject({ status: 'fresh' });
  expect(plain.answers?.['late']).toEqual(required.answers?.['late']);
  expect(required.usage).toMatchObject({ judgment_units: 1 });
  expect(plain.usage).toBeUndefined();
});

it('reads the new booleans right after a threshold is changed, with no engine call and no version [THR-04] [THR-07] [BILL-07]', async () => {
  const scenario = new Scenario(stack, 'fresh/threshold');
  await scenario.judgment(boolJudgment('late', { thresholds: { alarm: 0 } }));
  await scenario.write({
    upsert: Array.from({ length: 30 }, (_, i) => ({ id: `t${i}`, state: { text: `threshold ${i}` } })),
  });
  for (let i = 0; i < 30; i++) await scenario.fresh(`t${i}`, 'late');
  const asked = await stack.engine.count('threshold ');
  const before = await scenario.answer('t3', 'late');
  for (const alarm of [1, 0, 0.5]) {
    await scenario.ok('PATCH', '/judgments/late', { thresholds: { alarm } });
    const { documents } = await scenario.query({ include: ['answers'], limit: 100 });
    for (const { answers } of documents) {
      expect(answers?.['late'].thresholds).toEqual({ alarm: Number(answers?.['late'].p) >= alarm });
    }
  }
  expect(await stack.engine.count('threshold ')).toBe(asked);
  const after = await scenario.answer('t3', 'late');
  expect(after).toMatchObject({ id: before.id, judged_at: before.judged_at, version: 1, p: before.p });
  await scenario.ok('PATCH', '/judgments/late', { thresholds: { alarm: null } });
  expect((await scenario.answer('t3', 'late')).thresholds).toEqual({});
});

it('never shows the old answer of a document that was deleted and made again while it was judged', async () => {
  const scenario = new Scenario(stack, 'fresh/again');
  await scenario.judgment(boolJudgment('late'));
  await stack.engine.hold();
  try {
    await scenario.upsert('a', { text: 'the old life' });
    await eventually(async () => expect(await stack.engine.count('the old life')).toBe(1));
    await scenario.ok('DELETE', '/documents/a');
    await scenario.upsert('a', { text: 'the new life' });
  } finally {
    await stack.engine.release();
  }
  const version = (await scenario.read('a', '?fresh=stored')).version;
  const seen = new Set<number | null>();
  const answer = await eventually(async () => {
    const now = await scenario.answer('a', 'late');
    seen.add(now.document_version);
    if (now.status !== 'fresh') throw new Error(now.status);
    return now;
  });
  expect(answer.document_version).toBe(version);
  expect([...seen].filter((one) => one !== null && one !== version)).toEqual([]);
  expect(await stack.engine.count('the new life')).toBe(1);
});

it('judges on_read only when someone reads, and manual only when told [FRS-01] [FRS-03]', async () => {
  const scenario = new Scenario(stack, 'fresh/policy');
  await scenario.judgment(boolJudgment('lazy', { freshness: { policy: 'on_read' } }));
  await scenario.judgment(boolJudgment('told', { question: 'By hand?', freshness: { policy: 'manual' } }));
  await scenario.judgment(boolJudgment('keen', { question: 'At once?' }));
  await scenario.write({
    upsert: Array.from({ length: 5 }, (_, i) => ({ id: `p${i}`, state: { text: `policy ${i}` } })),
  });
  for (let i = 0; i < 5; i++) await scenario.fresh(`p${i}`, 'keen');
  const asksOf = async (question: string) =>
    (await stack.engine.asks('policy ')).filter(({ body }) => body.includes(question));
  expect(await asksOf('Is this lazy?')).toHaveLength(0);
  expect(await asksOf('By hand?')).toHaveLength(0);
  expect((await scenario.answer('p2', 'lazy', '')).status).toBe('fresh');
  expect(await asksOf('Is this lazy?')).toHaveLength(1);
  expect((await scenario.answer('p2', 'told', '')).status).toBe('unavailable');
  await scenario.ok('POST', '/judgments/told/judge', { documents: ['p2'] });
  expect((await scenario.answer('p2', 'told')).status).toBe('fresh');
  expect(await asksOf('By hand?')).toHaveLength(1);
  // Reading what is stored asks nobody.
  for (let i = 0; i < 5; i++) await scenario.read('p2');
  expect(await asksOf('Is this lazy?')).toHaveLength(1);
});

it('a HEAD of a document asks no engine and bills nothing, also with fresh=require, where its GET does [FRS-01]', async () => {
  const scenario = new Scenario(stack, 'fresh/head');
  await scenario.judgment(boolJudgment('lazy', { freshness: { policy: 'on_read' } }));
  await scenario.upsert('d', { text: 'looked at from afar' });
  const path = `/namespaces/${encodeURIComponent(scenario.namespace)}/documents/d`;
  const [base] = stack.baseUrls;
  const headers = { authorization: `Bearer ${scenario.key}` };
  for (const query of ['', '?fresh=require', '?fresh=policy']) {
    const head = await fetch(`${base}${path}${query}`, { method: 'HEAD', headers });
    expect([head.status, await head.text()]).toEqual([200, '']);
  }
  expect(await stack.engine.count('looked at from afar')).toBe(0);
  const { usage, answers } = await scenario.read('d', '?fresh=stored');
  expect([usage, answers?.lazy]).toMatchObject([
    undefined,
    { status: 'unavailable', unavailable_reason: 'never_judged' },
  ]);
  const judged = await scenario.read('d', '?fresh=require');
  expect(judged.usage).toMatchObject({ judgment_units: 1 });
  expect(await stack.engine.count('looked at from afar')).toBe(1);
});

it('merges a burst into one judging of the last content, and bounds the waiting [FRS-05] [FRS-06]', async () => {
  const scenario = new Scenario(stack, 'fresh/burst');
  await scenario.judgment(
    boolJudgment('slow', { freshness: { policy: 'on_change', debounce_ms: 2_000, max_wait_ms: 4_000 } }),
  );
  for (let i = 0; i < 5; i++) await scenario.upsert('a', { text: `burst a ${i}` });
  const waiting = await scenario.answer('a', 'slow');
  expect(waiting).toMatchObject({ status: 'pending', due_at: expect.any(String) as string });
  await scenario.fresh('a', 'slow');
  const asks = await stack.engine.asks('burst a ');
  expect(asks.map(({ body }) => body.includes('burst a 4'))).toEqual([true]);
  // Written without a pause longer than the debounce: only the longest wait can end it.
  const begun = Date.now();
  let n = 0;
  while ((await stack.engine.count('burst b ')) === 0 && Date.now() - begun < 30_000) {
    await scenario.upsert('b', { text: `burst b ${n++}` });
  }
  expect(await stack.engine.count('burst b ')).toBe(1);
  expect(Date.now() - begun).toBeGreaterThan(2_000);
}, 60_000);

it('asks nothing when what changed is not read by the judgment, and stays fresh [FRS-04] [DOC-07]', async () => {
  const scenario = new Scenario(stack, 'fresh/field');
  await scenario.judgment(boolJudgment('late'));
  await scenario.upsert('a', { text: 'unmoved', other: 1 });
  const first = await scenario.fresh('a', 'late');
  await scenario.write({ patch: [{ id: 'a', state: { other: 2 }, attributes: { seen: true } }] });
  const second = await scenario.answer('a', 'late');
  expect(second).toMatchObject({ id: first.id, status: 'fresh' });
  const same = await scenario.write({ patch: [{ id: 'a', state: { other: 2 } }] });
  expect(same).toMatchObject({ patched: 0, unchanged: 1 });
  expect(await stack.engine.count('unmoved')).toBe(1);
});

it('bounds debounce and waits [FRS-01]', async () => {
  const scenario = new Scenario(stack, 'fresh/bounds');
  await scenario.upsert('a', { text: 'x' });
  for (const freshness of [
    { policy: 'on_change', debounce_ms: -1 },
    { policy: 'on_change', debounce_ms: 1.5 },
  ]) {
    const reply = await scenario.call<{ error: { code: string } }>(
      'POST',
      '/judgments',
      boolJudgment('late', { freshness }),
    );
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
  }
  const { judgment } = await scenario.judgment(boolJudgment('late', { freshness: { policy: 'on_change' } }));
  expect(judgment?.freshness).toMatchObject({ policy: 'on_change', debounce_ms: 2_000, max_wait_ms: 20_000 });
});

it('shows what an interval will cost a month: each document once an interval, at what judging it costs [FRS-09] [NS-09]', async () => {
  const scenario = new Scenario(stack, 'fresh/periodic');
  await scenario.write({ upsert: ['a', 'b', 'c'].map((id) => ({ id, state: { text: id } })) });
  const cost = async () => {
    const { stats } = await scenario.ok<NamespaceView>('GET', '');
    return stats.periodic_cost_usd_per_month;
  };
  const made = await scenario.judgment(boolJudgment('late', { freshness: { policy: 'interval', interval: '6h' } }));
  const { existing } = made.estimate!;
  expect(existing).toMatchObject({ documents: 3, judgment_units: 3 });
  // 30 days of four intervals each.
  expect(await cost()).toBeCloseTo(120 * existing.cost_usd, 3);
  expect(await cost()).toBeGreaterThan(0);
  await scenario.ok('PATCH', '/judgments/late', { freshness: { interval: '12h' } });
  expect(await cost()).toBeCloseTo(60 * existing.cost_usd, 3);
  await scenario.ok('PATCH', '/judgments/late', { freshness: { policy: 'on_read', interval: null } });
  expect(await cost()).toBe(0);
});

it('never reads fresh about a text that changed while another version left the document out, nor about a related one that a copy did not follow [FRS-04] [JDG-04] [TPL-12]', async () => {
  const scenario = new Scenario(stack, 'fresh/left-out');
  await scenario.upsert('d', { text: 'before' }, { open: false });
  const manual = { freshness: { policy: 'manual' } };
  await scenario.judgment(boolJudgment('late', manual));
  await scenario.ok('POST', '/judgments/late/judge', { documents: ['d'] });
  await scenario.judgment(boolJudgment('late', { ...manual, applies_to: { 'attributes.open': true } }));
  await scenario.write({ patch: [{ id: 'd', state: { text: 'after' } }] });
  await scenario.change('POST', '/late/activate', { version: 1 });
  expect(await scenario.answer('d', 'late')).toMatchObject({ status: 'stale', version: 1 });

  const template = new Scenario(stack, '', stack.keys.rw, `${scenario.namespace.split('/')[0]}/left-out/*`);
  const copying = new Scenario(stack, '', stack.keys.rw, template.namespace.replace('*', Date.now().toString(36)));
  await copying.write({
    upsert: [
      { id: 'c', state: { tier: 'gold' } },
      { id: 'o', attributes: { customer: 'c' }, state: { text: 'x' } },
    ],
  });
  const related = { customer: { join: { theirs: 'id', mine: 'attributes.customer' }, fields: ['state.tier'] } };
  const name = `pays${Date.now().toString(36)}`;
  await template.judgment(boolJudgment(name, { ...manual, context: { fields: ['state.text'], related } }));
  await copying.ok('POST', `/judgments/${name}/judge`, { documents: ['o'] });
  await copying.change('POST', `/${name}/detach`);
  await copying.judgment(boolJudgment(name));
  await copying.write({ patch: [{ id: 'c', state: { tier: 'none' } }] });
  await copying.change('DELETE', `/${name}`);
  expect(await copying.answer('o', name)).toMatchObject({ status: 'stale', stale_reason: 'related_changed' });
});
