import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { putGroup, readGroup } from '../testing/groups';
import { aPointer, anEntity, related } from '../testing/related';
import { anAnswer } from '../testing/samples';

let harness: DocumentsHarness;
const org = 'org_stale_groups';
const risk = { key: 'attributes.seller', aggregates: { risk: { aggregate: 'max', path: 'answers.late.p' } } };

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

/** Documents with stale answers in the group, once everything is counted. */
async function stale(namespace: string): Promise<number[]> {
  await harness.countGroups();
  return (await readGroup(harness, org, namespace, 'by_seller')).values.map((value) => value.stale);
}

/** A fresh answer of a document that the group counts. */
async function arrange(namespace: string, id: string, attributes: object): Promise<void> {
  const written = { upsert: [{ id, attributes: { seller: 's1', ...attributes }, state: { note: 'n' } }] };
  const { version } = (await harness.write(org, namespace, written)).documents[0];
  await putGroup(harness, org, namespace, 'by_seller', risk);
  const answer = anAnswer(id, 'late', { document_version: version, seen: version });
  await harness.applyAnswers(org, namespace, [{ ...answer, judgment_id: `jdg_${namespace.replace('/', '_')}` }]);
  expect(await stale(namespace)).toEqual([0]);
}

const judgmentOf = (namespace: string) => ({ judgment_id: `jdg_${namespace.replace('/', '_')}` });

it('counts an answer as stale from a change of a related document on [GRP-07]', async () => {
  await harness.putJudgment(org, 'g/entity', 'late', { ...judgmentOf('g/entity'), ...related(anEntity()) });
  await arrange('g/entity', 'acc', {});
  await harness.write(org, 'g/entity', { upsert: [{ id: 'm', attributes: { account: 'acc' }, state: { text: 'x' } }] });
  await harness.drainRelated();
  expect(await stale('g/entity')).toEqual([1]);
});

it('counts an answer as stale when a fan-out has reached it [GRP-07]', async () => {
  await harness.putJudgment(org, 'g/pointer', 'late', { ...judgmentOf('g/pointer'), ...related(aPointer()) });
  await harness.write(org, 'g/pointer', { upsert: [{ id: 'c1', state: { tier: 'gold' } }] });
  await arrange('g/pointer', 'o1', { customer: 'c1' });
  await harness.write(org, 'g/pointer', { patch: [{ id: 'c1', state: { tier: 'lead' } }] });
  await harness.drainRelated();
  while (await harness.fanouts.turn());
  expect(await stale('g/pointer')).toEqual([1]);
});

it('counts an answer as stale that comes into the scope of fan-outs, by a write or as the scope moves [GRP-07] [REL-F3]', async () => {
  const scoped = (scope: object) => ({ fanout: { debounce_ms: 0, max_wait_ms: 0, scope } });
  const base = { ...judgmentOf('g/scope'), ...related(aPointer()) };
  const open = scoped({ where: { 'attributes.open': true } });
  await harness.putJudgment(org, 'g/scope', 'late', { ...base, ...open });
  await arrange('g/scope', 'o1', { customer: 'c1', open: false });
  await harness.write(org, 'g/scope', { upsert: [{ id: 'c1', state: { tier: 'lead' } }] });
  await harness.drainRelated();
  while (await harness.fanouts.turn());
  expect(await stale('g/scope')).toEqual([0]);
  await harness.putJudgment(org, 'g/scope', 'late', { ...base, ...scoped({ created_within: '1d' }) });
  expect(await stale('g/scope')).toEqual([1]);
  // It leaves the scope before the walk comes, which then leaves it alone.
  await harness.putJudgment(org, 'g/scope', 'late', { ...base, ...open });
  await harness.readers.turn();
  expect(await stale('g/scope')).toEqual([0]);
  await harness.write(org, 'g/scope', { patch: [{ id: 'o1', attributes: { open: true } }] });
  expect(await stale('g/scope')).toEqual([1]);
});

it('counts an answer of another version as stale until the version is active again [GRP-07]', async () => {
  await harness.putJudgment(org, 'g/version', 'late', judgmentOf('g/version'));
  await arrange('g/version', 'o1', {});
  await harness.putJudgment(org, 'g/version', 'late', { ...judgmentOf('g/version'), active_version: 2 });
  expect(await stale('g/version')).toEqual([1]);
  await harness.putJudgment(org, 'g/version', 'late', judgmentOf('g/version'));
  expect(await stale('g/version')).toEqual([0]);
});

it('counts a document as the judgment in force reads it after its `applies_to` changed [GRP-02]', async () => {
  await harness.putJudgment(org, 'g/applies', 'late', judgmentOf('g/applies'));
  await arrange('g/applies', 'o1', {});
  await harness.putJudgment(org, 'g/applies', 'late', {
    ...judgmentOf('g/applies'),
    applies_to: { 'attributes.open': true },
  });
  await harness.countGroups();
  const { values } = await readGroup(harness, org, 'g/applies', 'by_seller');
  expect(values).toEqual([{ key: 's1', documents: 1, stale: 0, aggregates: { risk: null } }]);
  await harness.write(org, 'g/applies', { patch: [{ id: 'o1', attributes: { open: true } }] });
  await harness.countGroups();
  expect((await readGroup(harness, org, 'g/applies', 'by_seller')).values[0].aggregates).toEqual({ risk: 0.5 });
});
