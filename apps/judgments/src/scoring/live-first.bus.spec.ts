import { documentChangedLive } from '@app/contracts/documents';
import { newId } from '@app/persistence';
import { eventually } from '@app/testing';
import { OpenJudgments, openJudgments } from '../testing/open-judgments';
import { Labelled, labelled, started } from '../testing/scoring-samples';

const organization = newId('org');
const asks = 4;
const latencyMs = 150;
let judgments: OpenJudgments;
let at: Labelled;

beforeAll(async () => {
  judgments = await openJudgments([{ ASKS_IN_FLIGHT: String(asks) }]);
  at = await labelled(judgments, organization, 's/live', 100);
}, 60_000);
afterAll(() => judgments.stop());

/** Milliseconds from the change of a document to its answer, sorted. */
async function lags(from: number, count: number): Promise<number[]> {
  const { neighbours, db } = judgments;
  const taken: number[] = [];
  for (let version = from; version < from + count; version += 1) {
    neighbours.put('d0', version, { note: `changed ${version}`, log: [] }, [at.judgmentId]);
    const begunAt = performance.now();
    await judgments.documents.say(documentChangedLive, {
      organization,
      namespace: 's/live',
      sets: [[at.judgmentId]],
      cause: 'write',
      documents: [{ id: 'd0', version, set: 0 }],
      changed_at: new Date().toISOString(),
    });
    await eventually(
      async () => {
        const { rows } = await db.query<{ seen: string }>(
          `select seen from head where judgment_id = $1 and document_id = 'd0'`,
          [at.judgmentId],
        );
        expect(Number(rows[0]?.seen)).toBe(version);
      },
      20_000,
      5,
    );
    taken.push(performance.now() - begunAt);
  }
  return taken.sort((a, b) => a - b);
}

it('delays no live answer by more than one ask, and takes at most half of the slots', async () => {
  const { neighbours } = judgments;
  neighbours.latencyMs = latencyMs;
  const alone = await lags(10, 10);
  for (let row = 0; row < 50; row += 1) {
    const definition = { ...at.definition, question: `Late? ${row}` };
    await started(judgments, at, 'run_many', { alternative: `alt_${row}`, place: row, definition, free: true });
  }
  neighbours.asks.length = 0;
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, neighbours.atOnce)), 2);
  const beside = await lags(30, 10);
  clearInterval(watch);
  const scoring = neighbours.asks.filter(({ lane }) => lane === 'scoring').length;
  expect(scoring).toBeGreaterThan(10);
  // Two slots of four for scoring, and one for the document that changes.
  expect(most).toBeLessThanOrEqual(asks / 2 + 1);
  const { rows } = await judgments.db.query('select from scoring_ask where done_at is null');
  expect(rows.length).toBeGreaterThan(4_000);
  // Rows go in their order, so that a run that stops leaves whole rows.
  const { rows: begun } = await judgments.db.query<{ place: number; open: number }>(
    `select place, count(*) filter (where done_at is null)::int as open from scoring_ask
     group by place having count(done_at) > 0 order by place`,
  );
  expect(begun.slice(0, -2).every(({ open }) => open === 0)).toBe(true);
  expect(begun.map(({ place }) => place)).toEqual(begun.map((_, place) => place));
  process.stdout.write(`p90 of a live answer in ms: ${alone[8].toFixed(0)} alone, ${beside[8].toFixed(0)} beside\n`);
  expect(beside[8]).toBeLessThan(2 * alone[8] + latencyMs);
}, 60_000);
