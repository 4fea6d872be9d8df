import type { Bus } from '@app/bus';
import { Problem } from '@app/problem';
import { movedClock } from '@app/testing';
import type { DocumentChanged, JudgmentSnapshot } from '@app/contracts/documents';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { aPointer, anEntity, related } from '../../testing/related';
import { anAnswer } from '../../testing/samples';
import type { ToJudge } from './judge-query';
import { JudgingService } from './judging.service';
import { ReadService } from './read.service';
import { selectionOf } from './selection';

const org = 'org_asked';
let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

let record = 0;
/** Ids of the documents whose answers were judged by reads. */
const judged: string[] = [];

/** A process whose judgments answers each ask at once; `during` runs between the fetch and the answer. */
function reader(during: () => Promise<unknown> = async () => undefined): ReadService {
  const judge = async ({ namespace }: { namespace: string }, _mode: string, toJudge: readonly ToJudge[]) => {
    await during();
    const answers = toJudge.flatMap(({ document, answers: own }) =>
      own.map(({ judgment, row }) => {
        judged.push(document.id);
        record += 1;
        const [seen, answer_id] = [row?.wantedVersion ?? Number(document.version), `ans_${record}`];
        return anAnswer(document.id, judgment.name, { record, answer_id, document_version: seen, seen });
      }),
    );
    await harness.applyAnswers(org, namespace, answers);
    return { refused: [], usage: null };
  };
  const judging = { judge } as unknown as JudgingService;
  return new ReadService(harness.database, movedClock, harness.snapshots, harness.asks, judging);
}

async function read(ns: string, mode: 'policy' | 'require', from = reader()): Promise<string> {
  const reading = await from.read(ns, ['o1'], selectionOf(undefined), mode, harness.call(org));
  const document = JSON.parse(reading.documents[0]) as { answers: Record<string, { status: string }> };
  return document.answers.late.status;
}
async function status(ns: string, id = 'o1'): Promise<string> {
  const { status: shown, stale_reason } = (await harness.read(org, ns, [id])).documents[0].answers!.late;
  return stale_reason ?? shown;
}
async function touched(ns: string): Promise<string[]> {
  const all = await harness.published<DocumentChanged>(org, 'documents.document.changed.bulk.v1');
  return all.filter(({ namespace }) => namespace === ns).flatMap(({ documents }) => documents.map(({ id }) => id));
}
async function walkAll(): Promise<void> {
  do await harness.database.query('update fanout_walk set lease_until = null');
  while (await harness.fanouts.turn());
}
const tier = (ns: string, value: string) => harness.write(org, ns, { upsert: [{ id: 'c1', state: { tier: value } }] });

async function prepare(ns: string, others: Partial<JudgmentSnapshot> = {}): Promise<void> {
  await harness.putJudgment(org, ns, 'late', { ...related(aPointer(), anEntity()), ...others });
  const order = (id: string) => ({ id, attributes: { customer: 'c1' }, state: { note: id } });
  await harness.write(org, ns, { upsert: [order('o1'), order('o2')] });
  await read(ns, 'require');
  judged.length = 0;
}

it.each(['policy', 'require'] as const)(
  'judges an answer that a walk has still to reach, which then passes it by (%s)',
  async (mode) => {
    const ns = `ask/${mode}`;
    const policy = mode === 'policy' ? 'on_read' : 'on_change';
    await prepare(ns, { policy });
    await tier(ns, 'lead');
    expect(await status(ns)).toBe('related_changed');
    expect(await read(ns, mode)).toBe('fresh');
    expect(judged).toEqual(['o1']);
    // The change was moved on by the read; the walk goes on for the others.
    expect(await read(ns, mode)).toBe('fresh');
    expect(judged).toEqual(['o1']);
    await walkAll();
    expect([await status(ns), judged]).toEqual(['fresh', ['o1']]);
    expect(await touched(ns)).not.toContain('o1');
  },
);

it('is stale again when the related document changes while a required answer is judged', async () => {
  const ns = 'ask/again';
  await prepare(ns);
  await tier(ns, '1');
  let left = 1;
  const changing = reader(async () => {
    if (left-- > 0) await tier(ns, '2');
  });
  // The second round of the read judges what the change has made stale.
  expect(await read(ns, 'require', changing)).toBe('fresh');
  expect(judged).toEqual(['o1', 'o1']);
  await tier(ns, '3');
  await harness.drainRelated();
  expect(await status(ns)).toBe('related_changed');
  await walkAll();
  expect(await touched(ns)).toContain('o1');
});

it('does not let an answer be fresh that was fetched before the change and recorded after the ask', async () => {
  const ns = 'ask/late';
  await prepare(ns);
  const early = (
    await harness.database.query<{ wanted: string }>(
      `select wanted from answer where document_id = 'o1' and namespace_id = (select id from namespace where name = $1)`,
      [ns],
    )
  ).rows[0];
  await tier(ns, 'lead');
  const slow = reader(async () => {
    record += 1;
    const answer = {
      record,
      answer_id: 'ans_early',
      document_version: Number(early.wanted),
      seen: Number(early.wanted),
    };
    await harness.applyAnswers(org, ns, [anAnswer('o1', 'late', answer)]);
    expect(await status(ns)).toBe('related_changed');
  });
  expect(await read(ns, 'require', slow)).toBe('fresh');
  expect(judged).toEqual(['o1']);
});

it('has an answer judged by itself when the read that asked for it gives up', async () => {
  const ns = 'ask/given-up';
  await prepare(ns);
  await tier(ns, 'lead');
  const failing = { judge: async () => ({ refused: [], usage: null }) } as unknown as JudgingService;
  const from = new ReadService(harness.database, movedClock, harness.snapshots, harness.asks, failing);
  await expect(read(ns, 'require', from)).rejects.toMatchObject({ code: 'engine_unavailable' });
  await walkAll();
  const facts = await harness.published<DocumentChanged>(org, 'documents.document.changed.live.v1');
  const own = facts.filter(({ namespace, cause }) => namespace === ns && cause === 'related');
  expect(own.flatMap(({ documents }) => documents.map(({ id }) => id))).toContain('o1');
  expect(await status(ns)).toBe('related_changed');
});

it('has an answer judged by itself when judgments did not hear of the read that asked for it [REL-F2]', async () => {
  const ns = 'ask/unheard';
  await harness.write(org, ns, { upsert: [{ id: 'o1', state: { note: 'o1' } }] });
  await harness.putJudgment(org, ns, 'late');
  await harness.putJudgment(org, ns, 'lazy', { policy: 'manual' });
  const away = {
    requester: { askRaw: async () => Promise.reject(new Problem('unavailable', 'Nobody listens.')) },
  } as unknown as Bus;
  const judging = new JudgingService(away, harness.answers);
  const from = new ReadService(harness.database, movedClock, harness.snapshots, harness.asks, judging);
  await expect(read(ns, 'require', from)).rejects.toMatchObject({ code: 'engine_unavailable' });
  expect(await status(ns)).toBe('pending');
  const facts = await harness.published<DocumentChanged>(org, 'documents.document.changed.live.v1');
  const [fact, ...others] = facts.filter(({ namespace }) => namespace === ns);
  expect([fact.sets, fact.documents.map(({ id }) => id), others]).toEqual([[['jdg_late']], ['o1'], []]);
});

it('moves the changes of related documents on before a read judges', async () => {
  const ns = 'ask/gather';
  await prepare(ns, { policy: 'on_read' });
  const text = (value: string) =>
    harness.write(org, ns, { upsert: [{ id: 'm1', attributes: { account: 'o1' }, state: { text: value } }] });
  await text('1');
  expect(await status(ns)).toBe('related_changed');
  expect(await read(ns, 'policy')).toBe('fresh');
  expect(judged).toEqual(['o1']);
});
