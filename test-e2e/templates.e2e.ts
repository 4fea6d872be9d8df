import { StackClient, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import type { JudgmentChange, JudgmentView, VersionList } from '@app/contracts/judgments';
import { Scenario, boolJudgment } from './scenario/scenario';

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(() => stack?.leave());

const thresholds = { any: 0, never: 1 };

/** Two namespaces under a prefix of their own; the second is made only after the template. */
async function family(name: string): Promise<{ prefix: string; one: Scenario; two: Scenario }> {
  const root = new Scenario(stack, `templates/${name}`).namespace;
  const prefix = `/namespaces/${encodeURIComponent(`${root}/*`)}/judgments`;
  const one = new Scenario(stack, `${root}/one`);
  await one.upsert('d', { text: `${name} of one` });
  const template = { ...boolJudgment('late'), thresholds };
  expect((await stack.api('POST', prefix, template)).status).toBe(201);
  const two = new Scenario(stack, `${root}/two`);
  await two.upsert('d', { text: `${name} of two` });
  return { prefix, one, two };
}

it('lets each namespace have thresholds of its own over one template, in reads, queries and members [TPL-01] [TPL-05] [TPL-11] [THR-04]', async () => {
  const { prefix, one, two } = await family('override');
  await one.ok('PUT', '/subscriptions/certain', { filter: { 'answers.late.thresholds.never': true } });
  for (const scenario of [one, two]) {
    await scenario.upsert('d', { text: 'a delay is likely' });
    await scenario.answer('d', 'late', '?fresh=require');
  }
  const before = await one.answer('d', 'late');
  expect(before).toMatchObject({ status: 'fresh', thresholds: { any: true, never: false } });
  const changed = await one.ok<JudgmentChange>('PATCH', '/judgments/late', { thresholds: { never: 0 } });
  expect(changed.judgment).toMatchObject({ overrides: ['thresholds'], thresholds: { any: 0, never: 0 } });
  // The very next read: the same answer, another boolean.
  expect(await one.answer('d', 'late')).toEqual({ ...before, thresholds: { any: true, never: true } });
  const certain = { filter: { 'answers.late.thresholds.never': true }, count: true };
  expect((await one.query(certain)).count).toBe(1);
  expect((await two.query(certain)).count).toBe(0);
  await eventually(async () => {
    expect((await one.events()).map(({ type }) => type)).toEqual(['subscription.entered']);
  });
  expect((await stack.api<JudgmentView>('PATCH', `${prefix}/late`, { thresholds: { never: 0.1 } })).status).toBe(200);
  expect(await one.ok('GET', '/judgments/late')).toMatchObject({ thresholds: { any: 0, never: 0 } });
  expect(await two.ok('GET', '/judgments/late')).toMatchObject({ thresholds: { any: 0, never: 0.1 } });
  const reset = await one.ok<JudgmentChange>('PATCH', '/judgments/late', { thresholds: null });
  expect(reset.judgment).toMatchObject({ thresholds: { any: 0, never: 0.1 } });
  expect(reset.judgment).not.toHaveProperty('overrides');
}, 60_000);

it('detaches a copy that keeps its answers and goes its own way, until it is deleted [TPL-12] [TPL-13]', async () => {
  const { prefix, one, two } = await family('detach');
  const second = { ...boolJudgment('late'), question: 'Will this order really arrive late?' };
  expect((await stack.api<JudgmentChange>('POST', prefix, second)).body.version).toBe(2);
  const judged = await one.answer('d', 'late', '?fresh=require');
  expect(judged.version).toBe(2);
  const posted = { outcomes: [{ document: 'd', value: true, as_of: 'latest' }] };
  await one.ok('POST', '/judgments/late/outcomes', posted);
  const detached = await one.call<JudgmentChange>('POST', '/judgments/late/detach');
  expect(detached).toMatchObject({ status: 201, body: { status: 'created', version: 1 } });
  // The same answer, as the copy's first version; its outcomes too.
  expect(await one.answer('d', 'late')).toEqual({ ...judged, version: 1 });
  expect((await one.ok<{ outcomes: unknown[] }>('GET', '/judgments/late/outcomes')).outcomes).toHaveLength(1);
  expect(await one.ok('GET', '/judgments/late/calibration')).toMatchObject({ version: 1, labels: { count: 1 } });
  const history = await one.ok<{ answers: { version: number }[] }>('GET', '/documents/d/answers/late/history');
  expect(history.answers.map(({ version }) => version)).toEqual([1]);
  await stack.api('POST', prefix, { ...second, question: 'Third?' });
  expect((await one.answer('d', 'late')).status).toBe('fresh');
  expect(await two.ok('GET', '/judgments/late')).toMatchObject({ active_version: 3 });
  await one.judgment({ ...boolJudgment('late'), question: 'Mine alone?' });
  expect(await one.answer('d', 'late')).toMatchObject({ stale_reason: 'version_changed', version: 1 });
  expect(await one.answer('d', 'late', '?fresh=require')).toMatchObject({ status: 'fresh', version: 2 });
  const { versions } = await one.ok<VersionList>('GET', '/judgments/late/versions');
  expect(versions.map(({ version }) => version)).toEqual([2, 1]);
  await one.ok('DELETE', '/judgments/late');
  expect(await one.ok('GET', '/judgments/late')).toMatchObject({ active_version: 3, template: expect.any(String) });
  expect(await one.answer('d', 'late')).toMatchObject({ status: 'stale', stale_reason: 'version_changed' });
}, 60_000);

it('goes back and forth between versions, each answer with the version that gave it [JDG-04] [JDG-31]', async () => {
  const scenario = new Scenario(stack, 'templates/versions');
  await scenario.judgment(boolJudgment('late'));
  await scenario.upsert('d', { text: 'one text' });
  const first = await scenario.answer('d', 'late', '?fresh=require');
  await scenario.judgment({ ...boolJudgment('late'), question: 'Is it late by now?' });
  expect(await scenario.answer('d', 'late')).toMatchObject({
    status: 'stale',
    stale_reason: 'version_changed',
    version: 1,
  });
  await scenario.ok('POST', '/judgments/late/activate', { version: 1 });
  expect(await scenario.answer('d', 'late')).toEqual(first);
  await scenario.ok('POST', '/judgments/late/activate', { version: 2 });
  expect(await scenario.answer('d', 'late', '?fresh=require')).toMatchObject({ status: 'fresh', version: 2 });
  const stats = (await scenario.ok<JudgmentView>('GET', '/judgments/late')).stats;
  expect(stats).toMatchObject({ evaluations: 2, error_rate: 0, truncation_rate: 0 });
  expect(stats.spend_usd).toBeGreaterThan(0);
  expect(stats.tokens_per_document).toBeGreaterThan(0);
  expect(stats.day).toMatch(/^\d{4}-\d\d-\d\d$/);
}, 60_000);

it('counts versions from 1 and never gives a number again, also when the name comes back [VER-05]', async () => {
  const scenario = new Scenario(stack, 'templates/numbers');
  const pose = async (question: string): Promise<number | null> =>
    (await scenario.judgment({ ...boolJudgment('late'), question })).version;
  expect([await pose('First?'), await pose('Second?')]).toEqual([1, 2]);
  for (const version of [0, -1, 1.5, 2 ** 31, '1']) {
    const reply = await scenario.call('POST', '/judgments/late/activate', { version });
    expect([version, reply.status]).toEqual([version, 400]);
  }
  await scenario.ok('DELETE', '/judgments/late');
  expect(await pose('Third?')).toBe(3);
  const { versions } = await scenario.ok<VersionList>('GET', '/judgments/late/versions');
  const numbers = versions.map(({ version }) => version).sort();
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.at(-1)).toBe(3);
});
