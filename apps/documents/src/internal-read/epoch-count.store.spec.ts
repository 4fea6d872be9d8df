import type { JudgmentToCount } from '@app/contracts/documents';
import type { RecordedAnswer } from '@app/contracts/judgments';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { anAnswer } from '../testing/samples';
import { EpochCountService } from './epoch-count.service';
import { countInEpochs } from './epoch-count.store';

const org = 'org_built_in';
const [builtIn, other] = ['current+2026-03-02.1', 'current+2026-03-09.1'];
const epochs = [{ engine: 'jev', engine_version: builtIn }] as const;
const limits = { exact: 50, sample: 20 };
let harness: DocumentsHarness;

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

/** Documents with one answer each; every second one is closed. */
async function answered(namespace: string, judgment: string, answers: Partial<RecordedAnswer>[], organization = org) {
  const upsert = answers.map((_, at) => ({
    id: `d${at}`,
    attributes: { status: at % 2 === 0 ? 'open' : 'closed' },
    state: { note: `${at}` },
  }));
  const { documents } = await harness.write(organization, namespace, { upsert });
  await harness.applyAnswers(
    organization,
    namespace,
    documents.map(({ id, version }, at) =>
      anAnswer(id, judgment, { document_version: version, seen: version, ...answers[at] }),
    ),
  );
}

const of = (namespace: string, judgment: string, more: Partial<JudgmentToCount> = {}): JudgmentToCount => ({
  judgment_id: `jdg_${judgment}`,
  namespace,
  without: [],
  applies_to: null,
  ...more,
});
const count = (judgment: JudgmentToCount, most = limits, organization = org) =>
  countInEpochs(harness.database, organization, judgment, [...epochs], most);

describe('answers that the built-in engine left behind [CLI-A1]', () => {
  it('are those of its epochs, of its engine, that documents to which the judgment applies hold now', async () => {
    await harness.putJudgment(org, 'left/a', 'late');
    await answered('left/a', 'late', [
      { engine_version: builtIn },
      { engine_version: builtIn },
      { engine_version: other },
      // Another engine counts its epochs by itself.
      { engine_version: builtIn, engine: { name: 'gpt-6-luna', version: 'current' } },
      { engine_version: builtIn, version: 2 },
    ]);
    expect(await count(of('left/a', 'late'))).toEqual({ judgment_id: 'jdg_late', answers: 3, at_least: false });
    const open = { 'attributes.status': { eq: 'open' } };
    expect((await count(of('left/a', 'late', { applies_to: open }))).answers).toBe(2);
    expect((await count(of('left/a', 'late', { applies_to: { 'state.note': { eq: '1' } } }))).answers).toBe(1);
    expect((await count(of('left/a', 'late'), limits, 'org_beside')).answers).toBe(0);
    expect((await count(of('left/a', 'none'))).answers).toBe(0);
  });

  it('are over all namespaces of a template but those where a narrower judgment is in force', async () => {
    await harness.putJudgment(org, 'all/*', 'mood');
    for (const place of ['all/one', 'all/one-more', 'all/low/two']) {
      await answered(place, 'mood', [{ engine_version: builtIn }, { engine_version: other }]);
    }
    const found = async (without: string[]) => (await count(of('all/*', 'mood', { without }))).answers;
    expect([await found([]), await found(['all/one']), await found(['all/low/*'])]).toEqual([3, 2, 2]);
  });

  it('are at least so many where more than the limit are there: a sample is looked at, always the same', async () => {
    await harness.putJudgment(org, 'left/many', 'late');
    const answers = Array.from({ length: 60 }, (_, at) => ({ engine_version: at < 30 ? builtIn : other }));
    await answered('left/many', 'late', answers);
    const found = await count(of('left/many', 'late'));
    expect(found.at_least).toBe(true);
    expect(found.answers).toBeGreaterThan(3);
    expect(found.answers).toBeLessThanOrEqual(20);
    expect(await count(of('left/many', 'late'))).toEqual(found);
    expect(await count(of('left/many', 'late'), { exact: 60, sample: 20 })).toMatchObject({
      answers: 30,
      at_least: false,
    });
  });

  it('are not counted of judgments for which there is no time, and the others are', async () => {
    const counts = new EpochCountService(harness.scans);
    const judgments = [of('left/a', 'late'), of('left/many', 'late')];
    const query = { organization: org, judgments, epochs: [...epochs] };
    let looks = 0;
    // The service looks before each judgment.
    const late = {
      get leftMs() {
        return looks++ === 0 ? 5_000 : 900;
      },
    };
    const found = (await counts.count(query, late)).counts.map(({ answers }) => answers);
    expect(found[0]).toBe(3);
    expect(found[1]).toBeNull();
  });
});
