import { JudgmentCreateBody } from '@app/contracts/judgments';
import { Problem } from '@app/problem';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExampleProgress, RunExampleOptions } from '../loader/run-options';
import { FakeService } from '../testing/fake-service';
import { runExample } from './run-example';
import { describe as describeSummary, describeAnswers } from './summary';

const supportDesk = join(__dirname, '../../support-desk');
const fixtures = join(__dirname, '../loader/fixtures');

/** An engine that always says the same: yes to 0.8, the first option, the middle level. */
function sameAnswer(_document: string, judgment: JudgmentCreateBody): Record<string, unknown> {
  if (judgment.type === 'bool') return { p: 0.8 };
  if (judgment.type === 'score') return { score: 3.2, value: 3 };
  return { value: (judgment.options as { value: string }[])[0].value };
}

describe('runExample', () => {
  let service: FakeService;
  let state: string;
  let options: RunExampleOptions;

  beforeEach(async () => {
    service = new FakeService(sameAnswer);
    state = await mkdtemp(join(tmpdir(), 'example-'));
    const baseUrl = await service.start();
    // No test waits until it is given up: a loaded machine may take seconds for a count.
    const quick = { pollMs: 5, stallMs: 20, giveUpMs: 30_000, batchSize: 100 };
    options = { baseUrl, apiKey: 'good', folder: supportDesk, stateFolder: state, ...quick };
  });

  afterEach(async () => {
    await service.stop();
    await rm(state, { recursive: true });
  });

  it('loads, judges, posts outcomes and compares, fits and reads the reports', async () => {
    const progress: ExampleProgress[] = [];
    const reportFolder = join(state, 'reports');
    const summary = await runExample({ ...options, reportFolder, onProgress: (one) => progress.push(one) });
    const namespace = service.namespace('examples/support-desk');
    expect(summary.documents).toMatchObject({ written: 324, unchanged: 0, skipped: 0 });
    expect(namespace.documents.size).toBe(324);
    expect(summary.judged.answers).toBe(258 * 5 + 66);
    expect(summary.problems).toEqual([]);
    expect(summary.outcomes.recorded).toBe(namespace.outcomes.size);
    expect([...namespace.outcomes.values()]).toContain('escape');
    const churn = summary.agreements.find(({ judgment }) => judgment === 'churn_risk');
    // Always saying yes is right as often as yes is the outcome.
    expect(churn?.accuracy).toBeCloseTo(churn?.baseRate ?? NaN, 9);
    expect(summary.cost?.costUsd).toBeCloseTo(1.356, 9);
    expect(progress.filter(({ phase }) => phase === 'documents').at(-1)).toMatchObject({ done: 324, total: 324 });
    expect(describeSummary(summary).join('\n')).toContain('churn_risk');
    expect(describeAnswers(summary)).toHaveLength(13);
    expect(summary.subscriptions).toEqual([...namespace.subscriptions.keys()]);
    expect(summary.subscriptions).toHaveLength(2);
    expect(summary.groups.map(({ name }) => name)).toEqual(['by_plan', 'by_account']);
    expect(describeSummary(summary).join('\n')).toContain('by_plan');
    expect(describeSummary(summary).join('\n')).toContain('about_to_leave, needs_a_person');
    expect(summary.fits.map(({ readWith }) => readWith)).toEqual(Array(6).fill('calibrated'));
    const report = summary.reports.find(({ judgment }) => judgment === 'churn_risk');
    expect(report?.report.base_rate).toBeCloseTo(churn?.baseRate ?? NaN, 9);
    const file = join(reportFolder, 'examples-support-desk', 'churn_risk');
    expect(report?.file).toBe(file);
    expect(JSON.parse(await readFile(`${file}.json`, 'utf8'))).toEqual(report?.report);
    expect(await readFile(`${file}.html`, 'utf8')).toContain('<h1>churn_risk</h1>');
    expect(progress.at(-1)).toEqual({ phase: 'fits', done: 6, total: 6 });
    // First a fit of the earlier outcomes, then one of all.
    const runs = service.seen.filter(({ path }) => path.endsWith('/churn_risk/calibration/run'));
    expect(runs.map(({ body }) => JSON.parse(body))).toEqual([{ outcomes: { until: summary.later[0].split } }, {}]);
    expect(summary.later.map(({ judgment }) => judgment)).toEqual(Object.keys(summary.judgments));
    expect(describeSummary(summary).join('\n')).toContain(`fit until`);
  });

  it('creates judgments before the documents that they judge and posts outcomes after the judging', async () => {
    await runExample(options);
    const kinds = service.seen.map(({ path }) => path.split('/').at(-1));
    expect(kinds.lastIndexOf('judgments')).toBeLessThan(kinds.indexOf('documents'));
    const subscribed = service.seen.flatMap(({ path }, i) => (path.includes('/subscriptions/') ? [i] : []));
    expect(kinds.lastIndexOf('judgments')).toBeLessThan(subscribed[0]);
    expect(subscribed.at(-1)).toBeLessThan(kinds.indexOf('documents'));
    expect(kinds.indexOf('outcomes')).toBeGreaterThan(kinds.lastIndexOf('documents'));
  });

  it('writes what no judgment judges before the judgments, so that it is no change of what they read', async () => {
    await runExample({ ...options, folder: join(fixtures, 'olist') });
    const [first, last] = ['customer:c1', 'order:o1'].map((id) =>
      service.seen.findIndex(({ body }) => body.includes(`"id":"${id}"`)),
    );
    const created = service.seen.flatMap(({ path }, i) => (path.endsWith('/judgments') ? [i] : []));
    expect(first).toBeLessThan(created[0]);
    expect(last).toBeGreaterThan(created.at(-1) ?? Infinity);
  });

  it('says which group cannot be read, before anything is written', async () => {
    const folder = join(state, 'unreadable');
    await cp(join(fixtures, 'clothing'), folder, { recursive: true });
    const bad: [string, string][] = [
      ['{', 'groups.json is not valid JSON'],
      ['{}', 'must hold a list'],
      ['[{"name": "a.b"}]', 'group 1: `name` must be a name'],
      ['[{"name": "a", "aggregates": {}}]', 'group 1: `key` must be a path'],
      ['[{"name": "a", "key": "attributes.class"}]', 'group 1: `aggregates` must be an object'],
    ];
    for (const [text, message] of bad) {
      await writeFile(join(folder, 'groups.json'), text);
      await expect(runExample({ ...options, folder })).rejects.toThrow(message);
    }
    expect(service.seen).toEqual([]);
  });

  it('passes over what an earlier run has done, and replays it when the progress is lost', async () => {
    await runExample(options);
    const again = await runExample(options);
    expect(again.documents).toMatchObject({ written: 0, skipped: 324 });
    const replayedBefore = service.replayed;
    const forgotten = await runExample({ ...options, stateFolder: null });
    expect(forgotten.documents.written + forgotten.documents.unchanged).toBe(324);
    expect(service.replayed).toBeGreaterThan(replayedBefore);
    expect(service.namespace('examples/support-desk').documents.size).toBe(324);
  });

  it('goes on where it broke off', async () => {
    let writes = 0;
    service.refuse = ({ path }) =>
      path.endsWith('/documents') && ++writes > 2 ? new Problem('forbidden', 'Not any more.') : undefined;
    await expect(runExample({ ...options, inFlight: 1 })).rejects.toThrow('Not any more.');
    service.refuse = () => undefined;
    const summary = await runExample(options);
    expect(summary.documents.skipped).toBeGreaterThan(0);
    expect(summary.documents.skipped + summary.documents.written).toBe(324);
  });

  it('tries again after Retry-After with the same key', async () => {
    const refused = new Set<string>();
    service.refuse = ({ key, path }) => {
      if (key === undefined || refused.has(key)) return undefined;
      refused.add(key);
      const code = path.endsWith('/documents') ? 'rate_limited' : 'unavailable';
      return Problem.fromEnvelope({ error: { code, message: 'Later.' } }, 0);
    };
    const summary = await runExample(options);
    expect(summary.documents.written).toBe(324);
    expect(refused.size).toBeGreaterThan(5);
    for (const key of refused) {
      const tries = service.seen.filter((seen) => seen.key === key);
      expect(tries).toHaveLength(2);
      expect(tries[0].body).toBe(tries[1].body);
    }
  });

  it('judges by request what was stored before its judgment', async () => {
    service.refuse = ({ path }) => (path.endsWith('/outcomes') ? new Problem('forbidden', 'Stop.') : undefined);
    await expect(runExample(options)).rejects.toThrow('Stop.');
    service.refuse = () => undefined;
    for (const stored of service.namespace('examples/support-desk').documents.values()) stored.answered.clear();
    const summary = await runExample(options);
    expect(summary.judged.answers).toBe(258 * 5 + 66);
    expect(service.seen.filter(({ path }) => path.endsWith('/judge')).length).toBe(5 * 3 + 1);
  });

  it('tells the line that is refused and writes the others', async () => {
    const folder = join(state, 'broken');
    await cp(join(fixtures, 'clothing'), folder, { recursive: true });
    const reviews = (await readFile(join(folder, 'review.jsonl'), 'utf8')).split('\n');
    reviews.splice(1, 0, '{"id": "review:x", "type": "review", "data": ', '{"id": "review:y", "type": "review"}');
    reviews.push(`{"id": "review:late", "type": "review", "at": "2999-01-01T00:00:00Z", "data": {"text": "soon"}}`);
    await writeFile(join(folder, 'review.jsonl'), reviews.join('\n'));
    const summary = await runExample({ ...options, folder });
    expect(summary.problems.map(({ file, line }) => `${file}:${line}`)).toEqual([
      'review.jsonl:2',
      'review.jsonl:3',
      'review.jsonl:9',
    ]);
    expect(summary.documents.written).toBe(9);
  });

  it('says which subscription cannot be read, before anything is written', async () => {
    const folder = join(state, 'unreadable');
    await cp(join(fixtures, 'clothing'), folder, { recursive: true });
    const bad: [string, string][] = [
      ['{', 'subscriptions.json is not valid JSON'],
      ['{}', 'must hold a list'],
      ['[{"name": "a", "filter": {}}, {"name": "b.c", "filter": {}}]', 'subscription 2: `name` must be a name'],
      ['[{"name": "a", "filter": "x"}]', 'subscription 1: `filter` must be an object'],
    ];
    for (const [text, message] of bad) {
      await writeFile(join(folder, 'subscriptions.json'), text);
      await expect(runExample({ ...options, folder })).rejects.toThrow(message);
    }
    expect(service.seen).toEqual([]);
  });

  it('gives each tenant a namespace under one template, and everybody what names no tenant', async () => {
    const folder = join(fixtures, 'prs');
    const summary = await runExample({ ...options, folder, reportFolder: join(state, 'reports') });
    const tenants = ['examples/prs/acme/rockets', 'examples/prs/django/django'];
    expect([...service.namespaces.keys()]).toEqual([...tenants, 'examples/prs-tenants']);
    const [rockets, django] = [...service.namespaces.values()];
    const users = [...django.documents.keys()].filter((id) => id.startsWith('user:'));
    expect([...rockets.documents.keys()].sort()).toEqual(
      ['pr:acme/rockets#1', 'pr_activity:acme/rockets#1', 'project:acme/rockets', ...users].sort(),
    );
    expect([...django.documents.keys()].filter((id) => id.includes('acme'))).toEqual([]);
    expect([...rockets.outcomes.keys()]).toEqual(['merged pr:acme/rockets#1', 'time_to_close pr:acme/rockets#1']);
    expect(service.seen.filter(({ path }) => path.endsWith('/judgments')).map(({ path }) => path)).toEqual(
      Array(2).fill('/namespaces/examples%2Fprs%2F*/judgments'),
    );
    expect(summary).toMatchObject({ namespace: 'examples/prs/*', tenants: 2, outcomes: { matched: 10, unmatched: 0 } });
    expect(summary.judged.byJudgment).toMatchObject({ merged: { fresh: 5, total: 5 } });
    expect(summary.agreements.map(({ pairs }) => pairs)).toEqual([5, 5]);
    expect(summary.reports.map(({ namespace, judgment }) => `${judgment} ${namespace}`).slice(0, 3)).toEqual([
      'merged examples/prs/*',
      'merged examples/prs/acme/rockets',
      'merged examples/prs/django/django',
    ]);
    expect(summary.groups.map(({ namespace, name }) => `${name} ${namespace}`)).toEqual(
      tenants.map((tenant) => `by_membership ${tenant}`),
    );
    expect(summary.published.map(({ tenant }) => tenant)).toEqual(tenants);
    expect(describeSummary(summary).join('\n')).toContain('Published of each tenant');
    // Five labels are too few for a fit, of all or of the earlier ones: told, and no failure.
    expect(summary.fits.map(({ readWith }) => readWith)).toEqual([null, null]);
    expect(summary.warnings.filter((warning) => warning.includes('10 are needed, 5 are there'))).toHaveLength(4);
    expect(summary.later).toEqual([]);
    const again = await runExample({ ...options, folder });
    expect(again.documents).toMatchObject({ written: 0, skipped: summary.documents.written });
  });

  it.each(['clothing', 'clinc', 'fte', 'olist', 'prs'])('loads a few lines of %s', async (set) => {
    const summary = await runExample({ ...options, folder: join(fixtures, set) });
    expect(summary.problems).toEqual([]);
    expect(summary.outcomes.unmatched).toBe(0);
    expect(summary.agreements.every(({ pairs }) => pairs > 0)).toBe(true);
    // A tie says nothing and is not sent.
    expect(summary.outcomes.withoutValue).toBe(set === 'fte' ? 1 : 0);
    const judgments = [...service.namespaces.values()].flatMap((namespace) => [...namespace.judgments.values()]);
    expect(judgments.some(({ context }) => context?.related !== undefined)).toBe(set !== 'clinc');
    const withFeatures = judgments.filter(({ features }) => features !== undefined).map(({ name }) => name);
    expect([...new Set(withFeatures)]).toEqual({ olist: ['late_delivery'], prs: ['merged'] }[set] ?? []);
  });

  it('says at once that nothing answers, or that the key is wrong', async () => {
    const nowhere = { ...options, baseUrl: 'http://127.0.0.1:1/v1' };
    await expect(runExample(nowhere)).rejects.toThrow('Nothing answers at http://127.0.0.1:1/v1');
    await expect(runExample({ ...options, apiKey: 'bad' })).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(runExample({ ...options, folder: state })).rejects.toThrow('holds no data set');
  });
});
