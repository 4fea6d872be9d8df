import { JudgmentChange, createJudgment, patchJudgment, startBackfill } from '@app/contracts/judgments';
import { newId } from '@app/persistence';
import { callerOf } from '@app/testing';
import { FakeNeighbours } from '../testing/fake-neighbours';
import { OpenJudgments, openJudgments } from '../testing/open-judgments';

const caller = callerOf(newId('org'));
let judgments: OpenJudgments;
let neighbours: FakeNeighbours;
let namespace: string;

const late = (more: object = {}) => ({
  name: 'late',
  type: 'bool',
  question: 'Will it be late?',
  context: { fields: ['state.note'], max_tokens: 32_000 },
  ...more,
});
const create = (judgment: object): Promise<JudgmentChange> =>
  judgments.gateway.ask(createJudgment, { namespace, judgment: judgment as never }, caller);
const patch = (patched: object): Promise<JudgmentChange> =>
  judgments.gateway.ask(patchJudgment, { namespace, name: 'late', patch: patched }, caller);
const quote = (backfill: object = {}) =>
  judgments.gateway.ask(startBackfill, { namespace, name: 'late', backfill }, caller);

beforeAll(async () => {
  judgments = await openJudgments();
  ({ neighbours } = judgments);
});
afterAll(() => judgments.stop());
beforeEach(() => {
  neighbours.documents.clear();
  neighbours.unreadable.clear();
  neighbours.namespaces = null;
  neighbours.maxScans = Infinity;
  neighbours.maxFetched = Infinity;
  namespace = newId('ask');
});

describe('an estimate', () => {
  it('reads large documents in pieces, whatever asks for it [defect J-1]', async () => {
    const blob = 'x'.repeat(940_000);
    for (let i = 0; i < 24; i++) neighbours.put(`d${i}`, 1, { note: `${i}`, blob }, []);
    expect(await create(late({ dry_run: true }))).toMatchObject({ estimate: { documents: 24 } });
    expect(await create(late())).toMatchObject({ status: 'created', estimate: { existing: { judgment_units: 24 } } });
    expect(await create(late({ question: 'Late?' }))).toMatchObject({ status: 'version_created', estimate: {} });
    expect(await patch({ freshness: { policy: 'on_change' } })).toMatchObject({ status: 'confirmation_required' });
    expect((await quote()).estimate?.existing).toMatchObject({ documents: 24, judgment_units: 24 });
    neighbours.maxFetched = 5;
    neighbours.unreadable.add('d7');
    expect((await quote()).estimate?.existing).toMatchObject({ documents: 24, judgment_units: 24 });
  });

  it('of a prefix counts what all of its namespaces hold in one scan [JDG-25]', async () => {
    const root = newId('ask');
    neighbours.namespaces = [`${root}/a`, `${root}/b`];
    for (let i = 0; i < 30; i++) neighbours.put(`d${i}`, 1, { note: `${i}` }, []);
    const judgment = late({ dry_run: true }) as never;
    const { estimate } = await judgments.gateway.ask(createJudgment, { namespace: `${root}/*`, judgment }, caller);
    expect(estimate).toMatchObject({ documents: 30, changes_per_day: 10 });
  });

  it('samples documents by hash, so that old ones do not stand for all [defect J-11]', async () => {
    const long = Array.from({ length: 1_500 }, (_, i) => `word${i}`).join(' ');
    for (let i = 0; i < 900; i++) neighbours.put(`2024-${i}`, 1, { note: 'short' }, []);
    for (let i = 0; i < 300; i++) neighbours.put(`2025-${i}`, 1, { note: long }, []);
    const { estimate: quoted } = await quoteOf(create(late()));
    const { estimate } = await create(late({ dry_run: true }));
    const [real, estimated] = [quoted!.existing.judgment_units, estimate!.existing.judgment_units];
    expect(real).toBeGreaterThan(1_800);
    expect(Math.abs(estimated - real) / real).toBeLessThan(0.15);
  });

  it('waits in a burst that documents cannot answer at once [defect J-13]', async () => {
    for (let i = 0; i < 30; i++) neighbours.put(`d${i}`, 1, { note: `${i}` }, []);
    await create(late());
    neighbours.maxScans = 1;
    const runs = await Promise.all(Array.from({ length: 16 }, () => create(late({ dry_run: true }))));
    expect(runs.map(({ estimate }) => estimate?.existing.documents)).toEqual(Array.from({ length: 16 }, () => 30));
    const quotes = await Promise.all(Array.from({ length: 16 }, () => quote()));
    expect(quotes.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 'confirmation_required'));
  });
});

/** The quote of a backfill, which is exact for these documents. */
async function quoteOf(created: Promise<JudgmentChange>) {
  expect((await created).status).toBe('created');
  return quote();
}
