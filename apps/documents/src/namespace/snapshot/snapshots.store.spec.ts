import type { EngineChanged, EpochSource } from '@app/contracts/engines';
import { SettingCopyService } from '../../apply/copy/setting-copy.service';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { anAnswer } from '../../testing/samples';

let harness: DocumentsHarness;
const ref = { organization: 'org_snapshots', namespace: 's/one' };

beforeAll(async () => {
  harness = await openDocuments();
  await harness.putJudgment(ref.organization, ref.namespace, 'mood');
}, 60_000);
afterAll(() => harness.close());

const engineChanged = (revision: number, circuit_open: boolean): Promise<void> => {
  const fact = { engine: { name: 'jev', version: 'current' }, active: true, circuit_open, revision };
  return new SettingCopyService(harness.database).applyEngine(fact as EngineChanged);
};
const isOpen = async (snapshots = harness.snapshots) =>
  (await snapshots.readCurrent(ref, harness.database)).byName.get('mood')?.circuitOpen;

it('shows the circuit of an engine as it is now, also after a setting has read the active engines', async () => {
  await engineChanged(1, false);
  expect(await isOpen()).toBe(false);
  await engineChanged(2, true);
  expect(await harness.snapshots.readActiveEngines()).toMatchObject([{ name: 'jev' }]);
  expect(await isOpen()).toBe(true);
  expect(await isOpen(harness.another().snapshots)).toBe(true);
});

it('shows what stood behind the engine by the epoch of each answer, of whatever revision the fact was [CLI-A1]', async () => {
  const org = 'org_sources';
  await harness.putJudgment(org, 's/two', 'mood');
  const { documents } = await harness.write(org, 's/two', { upsert: [{ id: 'd1', state: { note: '1' } }] });
  const seen = { document_version: documents[0].version, seen: documents[0].version };
  await harness.applyAnswers(org, 's/two', [anAnswer('d1', 'mood', seen)]);
  const shown = async () => {
    const { engine_source, probability_source } = (await harness.read(org, 's/two', ['d1'])).documents[0].answers![
      'mood'
    ];
    return [engine_source, probability_source];
  };
  const tell = (revision: number, epochs: EpochSource[]): Promise<void> => {
    const fact = { engine: { name: 'jev', version: 'current' }, active: true, circuit_open: false, revision, epochs };
    return new SettingCopyService(harness.database).applyEngine(fact as EngineChanged);
  };
  expect(await shown()).toEqual([null, null]);
  const next: EpochSource = { engine_version: 'current+2026-03-02.2', source: 'hosted', probability_source: 'stated' };
  await tell(9, [next]);
  expect(await shown()).toEqual([null, null]);
  // Comes late: the fact of the next epoch was first.
  await tell(8, [{ engine_version: 'current+2026-03-02.1', source: 'built_in', probability_source: null }]);
  expect(await shown()).toEqual(['built_in', null]);
  await harness.applyAnswers(org, 's/two', [
    anAnswer('d1', 'mood', { ...seen, record: 9, engine_version: next.engine_version }),
  ]);
  expect(await shown()).toEqual(['hosted', 'stated']);
});
