import type { EngineChanged } from '@app/contracts/engines';
import { SettingCopyService } from '../../apply/copy/setting-copy.service';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';

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
