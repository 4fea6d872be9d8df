import { AnswerView, DocumentChanged } from '@app/contracts/documents';
import { EventRaised, eventFault } from '@app/contracts/events';
import { RecordedAnswer } from '@app/contracts/judgments';
import fc from 'fast-check';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { anAnswer } from '../testing/samples';

let harness: DocumentsHarness;
const org = 'org_apply';
const ns = 'f/one';

beforeAll(async () => {
  harness = await openDocuments();
  await harness.putJudgment(org, ns, 'late');
  await harness.putJudgment(org, ns, 'idle', { policy: 'on_read', thresholds: {} });
}, 60_000);
afterAll(() => harness.close());

async function put(id: string, state: object = { note: 'n' }): Promise<number> {
  return (await harness.write(org, ns, { upsert: [{ id, state }] })).documents[0].version;
}

async function answerOf(id: string, name = 'late'): Promise<AnswerView> {
  const { documents } = await harness.read(org, ns, [id]);
  return documents[0].answers![name];
}

/** Records as judgments makes them: a `same` names the answer in force and carries none of its members. */
function historyOf(kinds: readonly string[], id: string, version: number): RecordedAnswer[] {
  let inForce: string | null = null;
  return kinds.map((kind, index) => {
    const record = index + 1;
    const common = { record, document_version: version, seen: version };
    if (kind === 'answer') {
      inForce = `ans_${record}`;
      // It saw the version before the last change, so only a later `same` makes it fresh.
      return anAnswer(id, 'late', { ...common, seen: version - 1, answer_id: inForce, number: record / 10 });
    }
    if (kind === 'same' && inForce) {
      return anAnswer(id, 'late', { ...common, same: true, answer_id: inForce, number: null });
    }
    return anAnswer(id, 'late', { ...common, failure: 'engine_bad_answer', answer_id: null, number: null });
  });
}

describe('applying answers', () => {
  it('makes a pending answer fresh, with thresholds as booleans [ANS-01] [ANS-06] [DOC-03]', async () => {
    const version = await put('a');
    expect(await answerOf('a')).toMatchObject({ status: 'pending', p: null, thresholds: { alarm: false } });
    expect((await answerOf('a')).due_at).not.toBeNull();
    expect(await answerOf('a', 'idle')).toMatchObject({ status: 'unavailable', unavailable_reason: 'never_judged' });
    await harness.applyAnswers(org, ns, [
      anAnswer('a', 'late', { document_version: version, seen: version, number: 0.4 }),
    ]);
    expect(await answerOf('a')).toMatchObject({ id: 'ans_1', status: 'fresh', p: 0.4, thresholds: { alarm: true } });
  });

  it('makes an answer stale after a change that it reads, and keeps it fresh after another [FRS-04] [ANS-07]', async () => {
    const version = await put('b');
    await harness.applyAnswers(org, ns, [anAnswer('b', 'late', { document_version: version, seen: version })]);
    await harness.write(org, ns, { patch: [{ id: 'b', state: { other: 1 } }] });
    expect(await answerOf('b')).toMatchObject({ status: 'fresh', document_version: version });
    await harness.write(org, ns, { patch: [{ id: 'b', state: { note: 'm' } }] });
    expect(await answerOf('b')).toMatchObject({ status: 'stale', stale_reason: 'document_changed', p: 0.5 });
  });

  it('never shows an answer of a deleted incarnation [DOC-13]', async () => {
    const version = await put('c');
    await harness.write(org, ns, { delete: [{ id: 'c' }] });
    const late = anAnswer('c', 'late', { document_version: version, seen: version, record: 9 });
    await harness.applyAnswers(org, ns, [late]);
    await put('c');
    await harness.applyAnswers(org, ns, [late]);
    expect(await answerOf('c')).toMatchObject({ status: 'pending', id: null, p: null });
  });

  it('takes a first answer that read an older version as stale, and has it judged again', async () => {
    const version = await put('d');
    await harness.write(org, ns, { patch: [{ id: 'd', state: { note: 'new' } }] });
    await harness.applyAnswers(org, ns, [anAnswer('d', 'idle', { document_version: version, seen: version })]);
    expect(await answerOf('d', 'idle')).toMatchObject({ status: 'stale', stale_reason: 'document_changed' });
    const facts = await harness.published<DocumentChanged>(org, 'documents.document.changed.live.v1');
    expect(facts.at(-1)).toMatchObject({ cause: 'answer', sets: [['jdg_idle']], documents: [{ id: 'd', set: 0 }] });
  });

  it('keeps an answer for the version that its `same` has seen, in whatever order they come [FRS-04]', async () => {
    const version = await put('h');
    const { version: later } = (await harness.write(org, ns, { patch: [{ id: 'h', state: { note: 'm' } }] }))
      .documents[0];
    const bare = { answer_id: 'ans_h', number: null };
    const same = anAnswer('h', 'late', { ...bare, record: 2, same: true, document_version: later, seen: later });
    await harness.applyAnswers(org, ns, [same]);
    expect(await answerOf('h')).toMatchObject({ status: 'pending', p: null });
    const first = { answer_id: 'ans_h', record: 1, document_version: version, seen: version, number: 0.3 };
    await harness.applyAnswers(org, ns, [anAnswer('h', 'late', first)]);
    expect(await answerOf('h')).toMatchObject({ status: 'fresh', p: 0.3, id: 'ans_h' });
  });

  it('comes to the same row in any order, in any batches and with repeats', async () => {
    let round = 0;
    const kind = fc.constantFrom('answer', 'failure', 'same');
    const history = fc.array(kind, { minLength: 1, maxLength: 8 });
    const sequences = history.chain((kinds) => {
      const records = kinds.map((_, index) => index);
      const order = fc.tuple(
        fc.shuffledSubarray(records, { minLength: records.length }),
        fc.shuffledSubarray(records),
        fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }),
      );
      return fc.tuple(fc.constant(kinds), order, order);
    });
    await fc.assert(
      fc.asyncProperty(sequences, async ([kinds, ...orders]) => {
        round += 1;
        const views: unknown[] = [];
        for (const [which, [order, repeats, cuts]] of orders.entries()) {
          const id = `x${round}-${which}`;
          const version = await put(id);
          const answers = historyOf(kinds, id, version);
          let batch: RecordedAnswer[] = [];
          for (const [step, record] of [...order, ...repeats].entries()) {
            batch.push(answers[record]);
            if (!cuts[step]) continue;
            await harness.applyAnswers(org, ns, batch);
            batch = [];
          }
          await harness.applyAnswers(org, ns, batch);
          const { document_version: _version, due_at: _due, ...view } = await answerOf(id);
          views.push(view);
        }
        expect(views[0]).toEqual(views[1]);
      }),
      { numRuns: 80 },
    );
  }, 120_000);

  it('needs no judging for a moved threshold, which stored answers follow at once [THR-04]', async () => {
    const version = await put('e');
    await harness.applyAnswers(org, ns, [
      anAnswer('e', 'late', { document_version: version, seen: version, number: 0.6 }),
    ]);
    const before = await answerOf('e');
    await harness.putJudgment(org, ns, 'late', { thresholds: { alarm: 0.7 } });
    expect(await answerOf('e')).toEqual({ ...before, thresholds: { alarm: false } });
    expect(
      (await harness.query(org, ns, { filter: { id: 'e', 'answers.late.thresholds.alarm': true } })).documents,
    ).toEqual([]);
    await harness.putJudgment(org, ns, 'late', { thresholds: { alarm: 0.6 } });
    const found = await harness.query(org, ns, { filter: { id: 'e', 'answers.late.thresholds.alarm': true } });
    expect(found.documents).toHaveLength(1);
  });
});

describe('a subscription', () => {
  const entered = async () => {
    const events = await harness.published<EventRaised>(org, 'platform.event.raised.subscription.%');
    return events.map(({ type, data }) => {
      const { document, cause } = data as { document: string; cause: string };
      return `${type.split('.')[1]} ${document} ${cause}`;
    });
  };

  it('raises events of documents that enter and leave by write, answer, threshold and deletion [SUB-01] [SUB-04] [THR-06]', async () => {
    const place = 'f/sub';
    await harness.putJudgment(org, place, 'risk', { thresholds: { high: 0.5 } });
    const filter = { 'attributes.kind': 'k', 'answers.risk.thresholds.high': true };
    const query = { namespace: place, name: 'risky', subscription: { filter, include: ['attributes', 'answers'] } };
    const write = (attributes: object) =>
      harness.write(org, place, { upsert: [{ id: 's', attributes, state: { note: 'n' } }] });
    const version = (await write({ kind: 'k' })).documents[0].version;
    expect(await harness.subscriptions.put(query, harness.call(org))).toMatchObject({ status: 201 });
    await harness.applyAnswers(org, place, [
      anAnswer('s', 'risk', { document_version: version, seen: version, number: 0.6 }),
    ]);
    expect(await entered()).toEqual(['entered s answer']);
    await harness.putJudgment(org, place, 'risk', { thresholds: { high: 0.9 } });
    await harness.putJudgment(org, place, 'risk', { thresholds: { high: 0.6 } });
    await write({ kind: 'other' });
    await write({ kind: 'k' });
    await harness.write(org, place, { patch: [{ id: 's', state: { note: 'changed' } }] });
    await harness.write(org, place, { delete: [{ id: 's' }] });
    expect(await entered()).toEqual([
      ...['entered s answer', 'exited s threshold', 'entered s threshold'],
      ...['exited s document', 'entered s document', 'exited s deleted'],
    ]);
    const events = await harness.published<EventRaised>(org, 'platform.event.raised.subscription.%');
    const sequences = events.map(({ data }) => (data as { sequence: number }).sequence);
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    expect(events.map(eventFault)).toEqual(events.map(() => null));
    expect(events[0].data).toMatchObject({ attributes: { kind: 'k' }, answers: { risk: { p: 0.6, status: 'fresh' } } });
  });

  it('raises events past 63 KB without attributes and answers, and with the address to read them at [SUB-05]', async () => {
    const place = 'f/large';
    const query = {
      namespace: place,
      name: 'all',
      subscription: { filter: { 'attributes.big': true }, include: ['attributes'] },
    };
    await harness.write(org, place, { upsert: [{ id: 'first' }] });
    await harness.subscriptions.put(query, harness.call(org));
    const wide = Object.fromEntries(Array.from({ length: 63 }, (_, n) => [`a${n}`, '\u{1F600}'.repeat(256)]));
    await harness.write(org, place, { upsert: [{ id: 'b/ig', attributes: { ...wide, big: true } }] });
    const events = await harness.published<EventRaised>(org, 'platform.event.raised.subscription.entered.v1');
    const { data } = events.find(({ namespace }) => namespace === place)!;
    expect(data).toMatchObject({
      truncated: true,
      url: 'https://api.example/v1/namespaces/f%2Flarge/documents/b%2Fig',
    });
    expect(data).not.toHaveProperty('attributes');
    expect(eventFault({ type: 'subscription.entered', data })).toBeNull();
  });
});
