import { openStack, openLimitMs } from '@app/testing/stack';
import type { Stack } from '@app/testing/stack';
import { FaultRow, FaultRule, Sim, faultsOf, startSim } from '@app/testing/simulator';
import { Answers, FaultyEngine, isRefused, judgmentNames, numbersOf } from './scenario/engine-faults';

const isLong = process.env.LONG === '1';
/** All that an engine may do wrong, and the forms of a good answer but one: the halves of a tie fall as options were shown. */
const rows = faultsOf('openai_decisions').filter(({ fault }) => fault !== 'ok' && fault !== 'tie');
/** Requests to one that meets a fault: 5 %. */
const perFault = 20;
const mostRequestsPerDocument = 1.3;
const documents = isLong ? 5_000 : perFault * kindsOf(rows).length;

/** One row of each kind: what the broker makes of it, and how it looks on the wire. */
function kindsOf(all: readonly FaultRow[]): FaultRow[] {
  const kind = ({ class: is, outcome, wire, parts }: FaultRow): string =>
    [is, outcome, typeof wire === 'string' ? wire : '', is === null && parts !== undefined].join();
  return [...new Map([...all].reverse().map((row) => [kind(row), row])).values()].reverse();
}

/** Documents that are judged under some faults together. */
interface Round {
  rows: readonly FaultRow[];
  engine: 'jev' | 'gpt-6-luna';
  size: number;
  /** @param next number of the first request of the round */
  plan(next: number): FaultRule[];
}

const rounds: Round[] = isLong
  ? rows.map((row) => ({
      rows: [row],
      engine: row.dialect === undefined ? 'jev' : 'gpt-6-luna',
      size: Math.ceil(documents / rows.length),
      // A half for certain, so that every fault is met, and a half by chance, so that it may be met again at once.
      plan: () => [
        { every: 2 * perFault, fault: row.fault },
        { probability: 1 / (2 * perFault - 1), fault: row.fault },
      ],
    }))
  : [
      {
        rows: kindsOf(rows),
        engine: 'gpt-6-luna',
        size: documents,
        plan: (next) => kindsOf(rows).map(({ fault }, i) => ({ nth: next + perFault * i, fault })),
      },
    ];

let stack: Stack;
let sim: Sim;
beforeAll(async () => {
  sim = await startSim({ seed: 'faults' });
  const entry = { preset: 'simulator', timeout_ms: 3_000 };
  const decisions = { path: '/v1/decisions', model: 'gpt-6-luna', dialect: 'openai_decisions', error_style: 'openai' };
  stack = await openStack({
    name: 'engine-faults',
    movesClock: true,
    engines: {
      jev: { ...entry, base_url: `${sim.url}/jev` },
      'gpt-6-luna': { ...entry, ...decisions, base_url: `${sim.url}/openai` },
    },
  });
}, openLimitMs);
afterAll(async () => {
  await stack?.close();
  await sim?.close();
}, 60_000);

it(`judges ${documents} documents to the end through every fault at 5 %, with no number that the engine did not say, in few requests [ENG-11]`, async () => {
  const engine = new FaultyEngine(stack, sim);
  const scenarios = {
    jev: await engine.pair('jev'),
    'gpt-6-luna': await engine.pair('gpt-6-luna'),
  };
  let [judged, asked] = [0, 0];
  for (const { rows: some, engine: name, size, plan } of rounds) {
    const ids = Array.from({ length: size }, (_, i) => `d${judged + i}`);
    const { calm, stormy } = scenarios[name];
    const known = [await engine.judge(calm, ids)];
    const { answers, requests, met } = await engine.judge(stormy, ids, plan);
    const others = some.filter(({ fault }) => /^(flat|drift)/.test(fault));
    for (const { fault } of others)
      known.push(await engine.judge(await engine.scenario('faults/other', name), ids, () => [{ from: 1, fault }]));

    expect([...new Set(met.map(({ fault }) => fault))].sort()).toEqual(some.map(({ fault }) => fault).sort());
    expect(answers.size).toBe(size);
    const allKnown = known.map((one) => one.answers);
    const refused = check(answers, allKnown);
    // A refusal is an answer of the engine's, and the only one that is left without a number; a probe's is nobody's.
    const refusals = met.flatMap(({ fault, questions }) =>
      questions === judgmentNames.length ? refusedBy(fault) : [],
    );
    expect(refused).toBeLessThanOrEqual(refusals.length);
    expect(refused > 0).toBe(refusals.length > 0);
    judged += size;
    asked += requests;
    const figures = `${(requests / size).toFixed(3)} requests a document, ${met.length} faults`;
    if (isLong) process.stdout.write(`${some[0].fault.padEnd(24)} ${figures}\n`);
  }
  process.stdout.write(`${judged} documents: ${(asked / judged).toFixed(3)} requests a document under faults\n`);
  expect(asked).toBeLessThanOrEqual(mostRequestsPerDocument * judged);
}, 3_000_000);

/** The parts of a reply that a fault turns into refusals. */
function refusedBy(fault: string): string[] {
  return (rows.find((row) => row.fault === fault)?.parts ?? []).filter((part) => part === 'engine_refused');
}

/** Every answer is one that the engine is known to give of this document, or is refused; how many are. */
function check(answers: Map<string, Answers>, known: readonly Map<string, Answers>[]): number {
  let refused = 0;
  for (const [id, ofDocument] of answers) {
    for (const name of judgmentNames) {
      const numbers = numbersOf(ofDocument[name]);
      if (isRefused(ofDocument[name])) {
        refused += 1;
        expect([id, name, Object.values(numbers).filter((one) => one != null)]).toEqual([id, name, []]);
      } else {
        const allowed = known.map((one) => numbersOf(one.get(id)![name]));
        expect(allowed).toContainEqual(numbers);
      }
    }
  }
  return refused;
}
