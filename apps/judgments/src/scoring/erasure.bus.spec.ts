import { budgetChanged } from '@app/contracts/billing';
import { documentDeleted, imageErased } from '@app/contracts/documents';
import { newId } from '@app/persistence';
import { Problem } from '@app/problem';
import { eventually } from '@app/testing';
import { noAnswer } from '../testing/fake-engine';
import { FakeNeighbours } from '../testing/fake-neighbours';
import { OpenJudgments, openJudgments } from '../testing/open-judgments';
import { chargesOf, labelled, recordedOf, scored, started } from '../testing/scoring-samples';

const organization = newId('org');
const marker = 'unmistakable words of a document';
let judgments: OpenJudgments;
let neighbours: FakeNeighbours;

beforeAll(async () => {
  judgments = await openJudgments();
  ({ neighbours } = judgments);
});
afterAll(() => judgments.stop());

/** Tables with a row that holds a text in any column. */
async function holding(text: string): Promise<string[]> {
  const { rows: tables } = await judgments.db.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema() and c.relkind = 'r'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await judgments.db.query(`select from "${name}" t where t::text like $1 limit 1`, [`%${text}%`]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

it('leaves no text of a document that is deleted while its labels are asked, nor of an erased image [ALT-25]', async () => {
  const stateOf = (n: number) => ({ note: `${marker} ${n}`, log: [] });
  const at = await labelled(judgments, organization, 's/gone', 6, {}, stateOf);
  await judgments.db.query(`update context set images = array['img_s'] where document_id = 'd5' and text like $1`, [
    `%${marker}%`,
  ]);
  // The first ask is under way when everything goes; the image of the other document is not with the broker any more.
  let left: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (left = resolve));
  neighbours.reply = async (ask) => {
    if (ask.images.length > 0) throw new Problem('image_erased', 'The image was erased.');
    await gate;
    return { engine_version: 'current+2026-03-02.1', answers: [{ ...noAnswer, p: 0.4 }], engine_tokens: null };
  };
  neighbours.asks.length = 0;
  await started(judgments, at, 'run_gone', { definition: { ...at.definition, question: 'Late at all?' } });
  await eventually(async () => expect(neighbours.asks).toHaveLength(6));
  const before = await holding(marker);
  expect(before.length).toBeGreaterThan(0);
  expect(before.filter((table) => !table.startsWith('context'))).toEqual([]);
  await judgments.documents.say(imageErased, { organization, namespace: 's/gone', image: 'img_s' });
  await judgments.documents.say(documentDeleted, {
    organization,
    namespace: 's/gone',
    documents: at.labels.map(({ document }) => ({ id: document, version: 1 })),
  } as never);
  await eventually(async () => expect(await holding(marker)).toEqual([]));
  left();
  await eventually(async () => {
    await judgments.db.query("update scoring_ask set due_at = app.now() where run = 'run_gone' and claim_id is null");
    expect((await recordedOf(judgments, 'run_gone')).flatMap(({ labels }) => labels)).toHaveLength(6);
  });
  const labels = (await recordedOf(judgments, 'run_gone')).flatMap((fact) => fact.labels);
  const byReason = (reason: string | null) => labels.filter(({ skipped }) => skipped === reason).length;
  expect([byReason(null), byReason('deleted'), byReason('image_erased'), byReason('failed')]).toEqual([5, 1, 0, 0]);
  expect(await chargesOf(judgments, 's/gone')).toHaveLength(5);
  expect(await holding(marker)).toEqual([]);
  await started(judgments, at, 'run_after', { definition: at.definition });
  const after = await scored(judgments, 'run_after', 6);
  expect(after.every(({ skipped }) => skipped === 'deleted')).toBe(true);
}, 40_000);

it('rests a free row while its namespace is paused [BILL-06] [BUD-02]', async () => {
  const at = await labelled(judgments, organization, 's/paused', 3);
  neighbours.reply = () => ({
    engine_version: 'current+2026-03-02.1',
    answers: [{ ...noAnswer, p: 0.4 }],
    engine_tokens: null,
  });
  const budget = (paused: boolean, revision: number) =>
    judgments.billing.say(budgetChanged, {
      organization,
      namespace: 's/paused',
      paused,
      spend_month_usd: 1,
      month: '2026-11',
      revision,
      changed_at: new Date().toISOString(),
    });
  await budget(true, 1);
  await eventually(async () => {
    expect((await judgments.db.query("select from namespace where name = 's/paused' and paused")).rows).toHaveLength(1);
  });
  neighbours.asks.length = 0;
  await started(judgments, at, 'run_paused', { definition: at.definition, free: true });
  await eventually(async () => {
    const { rows } = await judgments.db.query("select from scoring_ask where run = 'run_paused' and needs_money");
    expect(rows).toHaveLength(3);
  });
  expect(neighbours.asks).toHaveLength(0);
  await budget(false, 2);
  expect(await scored(judgments, 'run_paused', 3)).toHaveLength(3);
});
