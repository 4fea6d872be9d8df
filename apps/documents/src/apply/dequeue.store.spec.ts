import { Delivered } from '@app/bus';
import { AnswerView, DocumentChanged } from '@app/contracts/documents';
import { AnswerRecorded } from '@app/contracts/judgments';
import { setClock, testEnvironment } from '@app/testing';
import { askAnswers } from '../read/by-id/read.store';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { anAnswer } from '../testing/samples';
import { raisedLines, subscribe } from '../testing/subscriptions';

const { adminUrl } = testEnvironment();
const organization = 'org_dequeue';
const namespace = 'q/one';
let harness: DocumentsHarness;
let namespaceId: string;

beforeAll(async () => {
  await setClock(adminUrl, 0);
  harness = await openDocuments();
  await harness.putJudgment(organization, namespace, 'late');
  await harness.putJudgment(organization, namespace, 'idle', { policy: 'on_read', thresholds: {} });
  await put('first');
  const { rows } = await harness.database.query<{ id: string }>('select id from namespace where name = $1', [
    namespace,
  ]);
  namespaceId = rows[0].id;
}, 60_000);
afterAll(() => harness.close());
afterEach(() => setClock(adminUrl, 0));

async function put(id: string, note = 'n'): Promise<number> {
  return (await harness.write(organization, namespace, { upsert: [{ id, state: { note } }] })).documents[0].version;
}
const ask = (document: string, judgmentId = 'jdg_idle') =>
  askAnswers(harness.database, namespaceId, [{ document, judgmentId }]);
async function answerOf(
  id: string,
  name = 'idle',
): Promise<Pick<AnswerView, 'status' | 'unavailable_reason' | 'due_at'>> {
  const { documents } = await harness.read(organization, namespace, [id]);
  const { status, unavailable_reason, due_at } = documents[0].answers![name];
  return { status, unavailable_reason, due_at };
}
/** Applies what judgments publishes when rows have left its queue at a moment of the databases' clock. */
async function dequeue(documents: string[], name = 'idle', atMs?: number): Promise<void> {
  const at = atMs ?? (await nowMs());
  const payload: AnswerRecorded = {
    organization,
    namespace,
    ask_id: null,
    units: 0,
    tokens: 0,
    by_judgment: {},
    answers: [],
    dequeued: documents.map((document) => ({ document, judgment_id: `jdg_${name}` })),
    recorded_at: new Date(at).toISOString(),
  };
  await harness.answers.applyFacts([{ payload } as Delivered<AnswerRecorded>]);
}
const nowMs = async (): Promise<number> =>
  (await harness.database.query<{ now: Date }>('select app.now() as now')).rows[0].now.getTime();

const pending = { status: 'pending', unavailable_reason: null };
const neverJudged = { status: 'unavailable', unavailable_reason: 'never_judged', due_at: null };

describe('an answer that is queued no longer', () => {
  it('reads never_judged in place of pending, also in filters, until it is asked for again [defect J-4]', async () => {
    await put('a');
    await ask('a');
    expect(await answerOf('a')).toMatchObject(pending);
    await dequeue(['a', 'unknown']);
    expect(await answerOf('a')).toEqual(neverJudged);
    const found = await harness.query(organization, namespace, { filter: { 'answers.idle.status': 'pending' } });
    expect(found.documents).toEqual([]);
    // A write asks for nothing where the judgment waits for readers.
    await put('a', 'm');
    expect(await answerOf('a')).toEqual(neverJudged);
    await ask('a');
    expect(await answerOf('a')).toMatchObject(pending);
  });

  it('is pending again when a write queues it, and then shows when it is due [defect J-4]', async () => {
    await put('b');
    expect((await answerOf('b', 'late')).due_at).not.toBeNull();
    await dequeue(['b'], 'late');
    expect(await answerOf('b', 'late')).toEqual(neverJudged);
    await put('b', 'm');
    expect(await answerOf('b', 'late')).toMatchObject({ ...pending, due_at: expect.any(String) as unknown });
  });

  it('stays pending when it was asked for after the queue dropped it [defect J-4]', async () => {
    await put('c');
    await ask('c');
    const dropped = await nowMs();
    await setClock(adminUrl, 60_000);
    // A reader asks for `c` again, and a write queues `d`.
    await ask('c');
    await put('d');
    await dequeue(['c'], 'idle', dropped);
    await dequeue(['d'], 'late', dropped);
    expect([await answerOf('c'), await answerOf('d', 'late')]).toMatchObject([pending, pending]);
    // A write after the drop asks for nothing where the judgment waits for readers, so it keeps nothing pending.
    const droppedAgain = await nowMs();
    await setClock(adminUrl, 120_000);
    await put('c', 'm');
    await dequeue(['c'], 'idle', droppedAgain);
    expect(await answerOf('c')).toEqual(neverJudged);
  });

  it('leaves an answer in force and the reason of a failure as they are [defect J-4]', async () => {
    const version = await put('e');
    await harness.applyAnswers(organization, namespace, [
      anAnswer('e', 'late', { document_version: version, seen: version }),
      anAnswer('e', 'idle', { document_version: version, seen: version, failure: 'engine_refused', answer_id: null }),
    ]);
    await put('e', 'm');
    await dequeue(['e'], 'late');
    await dequeue(['e'], 'idle');
    expect(await answerOf('e', 'late')).toMatchObject({ status: 'stale' });
    expect(await answerOf('e')).toMatchObject({ status: 'unavailable', unavailable_reason: 'engine_refused' });
  });

  it('is queued again when it waits for a change and its judgment is judged by itself [REL-F2]', async () => {
    const told = async () => {
      const facts = await harness.published<DocumentChanged>(organization, 'documents.document.changed.bulk.v1');
      return facts.flatMap(({ documents, cause }) => documents.map(({ id, version }) => [id, version, cause]));
    };
    for (const id of ['h', 'i', 'j', 'k']) {
      const version = await put(id);
      const seen = { document_version: version, seen: version };
      const names = id === 'j' ? ['idle'] : ['late', 'idle'];
      await harness.applyAnswers(
        organization,
        namespace,
        names.map((name) => anAnswer(id, name, seen)),
      );
    }
    const before = (await told()).length;
    const dropped = await nowMs();
    await setClock(adminUrl, 60_000);
    const version = await put('h', 'm');
    await put('i', 'm');
    // Of `i` a change came after the drop, `j` was never judged, and nothing of `k` waits.
    await dequeue(['h', 'j', 'k'], 'late');
    await dequeue(['i'], 'late', dropped);
    await dequeue(['h', 'i'], 'idle');
    expect((await told()).slice(before)).toEqual([['h', version, 'column']]);
    expect(await answerOf('h', 'late')).toMatchObject({ status: 'stale', due_at: expect.any(String) as unknown });
  });

  it('moves the members of subscriptions that read its status, in one batch with answers [defect J-4]', async () => {
    const filter = { 'answers.idle.status': 'pending', 'state.note': 'm' };
    await subscribe(harness, organization, namespace, 'waits', { filter });
    for (let turn = 0; turn < 5; turn++) await harness.walks.turn();
    await put('f');
    await ask('f');
    await put('f', 'm');
    const version = await put('g');
    const answer = anAnswer('g', 'late', { document_version: version, seen: version });
    const payload = {
      organization,
      namespace,
      ask_id: null,
      units: 0,
      tokens: 0,
      by_judgment: {},
      answers: [answer],
      dequeued: [{ document: 'f', judgment_id: 'jdg_idle' }],
      recorded_at: new Date(await nowMs()).toISOString(),
    };
    await harness.answers.applyFacts([{ payload } as Delivered<AnswerRecorded>]);
    expect(await answerOf('f')).toEqual(neverJudged);
    expect(await answerOf('g', 'late')).toMatchObject({ status: 'fresh' });
    const moves = await raisedLines(harness, organization, namespace);
    expect(moves).toEqual(['entered f document', 'exited f answer']);
  });
});
