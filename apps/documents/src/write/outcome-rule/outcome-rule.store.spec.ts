import { OutcomeRuleMatched } from '@app/contracts/documents';
import { armKillPoints } from '@app/persistence';
import { AnswerSampleService } from '../../internal-read/answer-sample.service';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { anAnswer } from '../../testing/samples';

let harness: DocumentsHarness;
const org = 'org_outcome_rule';

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterEach(() => armKillPoints(() => undefined));
afterAll(() => harness.close());

const outcome_rules = [
  { value: true, when: { 'attributes.status': 'churned' } },
  { value: false, when: { 'state.months': { gte: 12 } } },
];
const matches = (namespace: string) =>
  harness
    .published<OutcomeRuleMatched>(org, 'documents.outcome-rule.matched.v1')
    .then((facts) => facts.filter((fact) => fact.namespace === namespace));

describe('outcome rules', () => {
  it('a write publishes the rules that it made hold, in its transaction and with its instant [OUT-09]', async () => {
    const ns = 'or/write';
    await harness.putJudgment(org, ns, 'late', { judgment_id: 'jdg_or', outcome_rules });
    await harness.write(org, ns, { upsert: [{ id: 'a', attributes: { status: 'open' } }, { id: 'b' }] });
    expect(await matches(ns)).toEqual([]);
    const patch = [
      { id: 'a', attributes: { status: 'churned' } },
      { id: 'b', state: { months: 12 } },
    ];
    armKillPoints((name) => {
      if (name === 'documents.write.before-commit') throw new Error('killed');
    });
    await expect(harness.write(org, ns, { patch }, 'eff_or')).rejects.toThrow('killed');
    expect(await matches(ns)).toEqual([]);
    armKillPoints(() => undefined);
    await harness.write(org, ns, { patch }, 'eff_or');
    await harness.write(org, ns, { patch }, 'eff_or');
    await harness.write(org, ns, { patch });
    const [view] = (await harness.read(org, ns, ['a'])).documents;
    const fact = { organization: org, namespace: ns, judgment_id: 'jdg_or', observed_at: view.updated_at };
    expect(await matches(ns)).toEqual([
      { ...fact, documents: ['a'], value: true },
      { ...fact, documents: ['b'], value: false },
    ]);
    // A path that no rule reads and a deletion publish nothing.
    await harness.write(org, ns, { patch: [{ id: 'a', attributes: { other: 1 } }], delete: [{ id: 'b' }] });
    expect(await matches(ns)).toHaveLength(2);
  });

  it("a template's rules hold in its namespaces and for writes by filter, and an archived judgment has none [OUT-09]", async () => {
    const [template, ns] = ['ot/*', 'ot/one'];
    const escape_rules = [{ escape: true, when: { 'attributes.color': 'red' } }];
    await harness.putJudgment(org, template, 'kind', {
      judgment_id: 'jdg_ot',
      type: 'choice',
      outcome_rules: escape_rules,
    });
    await harness.write(org, ns, {
      upsert: [
        { id: 'x', attributes: { n: 1 } },
        { id: 'y', attributes: { n: 1 } },
      ],
    });
    await harness.writeByFilter(org, ns, {
      type: 'patch_by_filter',
      filter: { 'attributes.n': 1 },
      patch: { attributes: { color: 'red' } },
    });
    expect(await matches(ns)).toMatchObject([
      { judgment_id: 'jdg_ot', documents: ['x', 'y'], value: null, escape: true },
    ]);
    await harness.putJudgment(org, template, 'kind', {
      judgment_id: 'jdg_ot',
      outcome_rules: escape_rules,
      archived: true,
    });
    await harness.write(org, ns, { upsert: [{ id: 'z', attributes: { color: 'red' } }] });
    expect(await matches(ns)).toHaveLength(1);
  });
});

it('answers of a version are sampled at random, in a namespace or a prefix, and by seed [OUT-09]', async () => {
  const ns = 'os/one';
  await harness.putJudgment(org, ns, 'late', { judgment_id: 'jdg_os' });
  const ids = Array.from({ length: 60 }, (_, i) => `d${i}`);
  const { documents } = await harness.write(org, ns, { upsert: ids.map((id) => ({ id, state: { note: id } })) });
  const answers = documents.slice(0, 50).map(({ id, version }, i) =>
    anAnswer(id, 'os', {
      answer_id: `ans_${id}`,
      document_version: version,
      seen: version,
      number: i / 50,
      version: i < 40 ? 1 : 2,
      ...(i === 7 && { features: { amount: 7 }, parts: { a: { p: 0.7 } } }),
    }),
  );
  await harness.applyAnswers(org, ns, answers);
  const service = new AnswerSampleService(harness.scans);
  const query = { organization: org, namespace: ns, judgment_id: 'jdg_os', version: 1 };
  const sample = (seed: number, more: object = {}) => service.sample({ ...query, seed, limit: 10, ...more });
  const first = await sample(1);
  expect(first).toMatchObject({ population: 40, answers: { length: 10 } });
  expect(await sample(1)).toEqual(first);
  expect((await sample(2)).answers.map(({ answer }) => answer)).not.toEqual(first.answers.map(({ answer }) => answer));
  expect((await sample(1, { namespace: 'os/*' })).answers).toHaveLength(10);
  expect(await sample(1, { namespace: 'os/none' })).toEqual({ population: 0, answers: [] });
  expect(await sample(1, { namespace: 'os/*', without: ['os/'] })).toEqual({ population: 0, answers: [] });
  expect(await sample(1, { version: 2, limit: 100 })).toMatchObject({ population: 10 });
  const all = await sample(3, { limit: 100 });
  expect(all.answers.find(({ document }) => document === 'd7')).toMatchObject({
    answer: 'ans_d7',
    number: 0.14,
    features: { amount: 7 },
    parts: { a: { p: 0.7 } },
  });
  expect(all.answers.find(({ document }) => document === 'd8')).not.toHaveProperty('features');
});
