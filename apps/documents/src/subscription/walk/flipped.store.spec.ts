import type { JudgmentSnapshot } from '@app/contracts/documents';
import type { RecordedAnswer } from '@app/contracts/judgments';
import { randomOf } from '@app/statistics';
import { cutOf, flipOf, mostEvents, namesThreshold } from '@app/thresholds';
import type { Filter, ThresholdValue } from '@app/thresholds';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { anAnswer } from '../../testing/samples';
import { RaisedMove, subscribe } from '../../testing/subscriptions';

const org = 'org_flipped';
const isLong = process.env['LONG'] === '1';
const documents = isLong ? 2_000 : 1_000;
/** Random values that each of the seven thresholds takes one after the other. */
const moves = isLong ? 30 : 3;

let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

interface Case {
  name: string;
  /** Where the judgment is defined. */
  scope: string;
  ns: string;
  others: Partial<JudgmentSnapshot>;
  answer: (random: () => number) => Partial<RecordedAnswer>;
  /** A threshold at a random value of [0, 1], of which some lie exactly on answers. */
  threshold: (at: number) => ThresholdValue;
}

/** Whole hundredths, so that thresholds often stand exactly on an answer; some a little beside them. */
const near = (random: () => number) => {
  const beside = [0, 0, 0.4e-9, -0.4e-9, 0.6e-9, -0.6e-9][Math.floor(random() * 6)];
  return Math.min(1, Math.max(0, Math.floor(random() * 101) / 100 + beside));
};

const choice = { type: 'choice' as const, options: ['a', 'b'], thresholds: {} };
const score = { type: 'score' as const, levels: [-2, 6], thresholds: {} };
const chosen = (random: () => number) => {
  const a = near(random);
  return { number: null, value: a > 0.5 ? 'a' : 'b', escape_p: near(random), dist: { a, b: 1 - a } };
};
const scored = (random: () => number) => {
  const number = near(random) * 8 - 2;
  return { number, value: 6, normalized: (number + 2) / 8, dist: { '-2': 0.5, '6': 0.5 } };
};
const cases: Case[] = [
  {
    name: 'bool',
    scope: 'f/bool',
    ns: 'f/bool',
    others: {},
    answer: (r) => ({ number: near(r) }),
    threshold: (at) => at,
  },
  ...(['gte', 'lte'] as const).map((side) => ({
    name: `option_${side}`,
    scope: `f/option_${side}`,
    ns: `f/option_${side}`,
    others: choice,
    answer: chosen,
    threshold: (at: number) => ({ option: 'a', [side]: at }),
  })),
  {
    name: 'escape',
    scope: 'f/escape',
    ns: 'f/escape',
    others: choice,
    answer: chosen,
    threshold: (at) => ({ field: 'escape_p', lte: at }),
  },
  {
    name: 'score',
    scope: 'f/score',
    ns: 'f/score',
    others: score,
    answer: scored,
    threshold: (at) => ({ field: 'score', gte: at * 8 - 2 }),
  },
  {
    name: 'normalized',
    scope: 'f/normalized',
    ns: 'f/normalized',
    others: score,
    answer: scored,
    threshold: (at) => ({ field: 'normalized', gte: at }),
  },
  {
    name: 'inherited',
    scope: 'f/tenants/*',
    ns: 'f/tenants/one',
    others: {},
    answer: (r) => ({ number: near(r) }),
    threshold: (at) => at,
  },
];

async function ids(ns: string, filter: Filter | null): Promise<string[]> {
  if (filter === null) return [];
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await harness.query(org, ns, { filter, limit: 1_000, include: [], ...(cursor && { cursor }) });
    found.push(...page.documents.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return found.sort();
}

/** The events of subscriptions that were raised after an outbox row, and the last row of now. */
async function raisedAfter(row: string): Promise<{ events: RaisedMove[]; last: string }> {
  const { rows } = await harness.database.query<{ id: string; payload: string }>(
    `select id, payload from outbox where id > $1 and subject like 'platform.event.raised.subscription.%' order by id`,
    [row],
  );
  const events = rows.map(({ payload }) => (JSON.parse(payload) as { data: RaisedMove }).data);
  return { events, last: rows.at(-1)?.id ?? row };
}

async function walked(): Promise<void> {
  const open = async () =>
    (await harness.database.query('select from subscription_walk where organization = $1', [org])).rows.length;
  for (let turn = 0; turn < 100 && (await open()) > 0; turn++) await harness.walks.turn();
}

it.each(cases)(
  'what a page says of a threshold of a judgment ($name) that moves is what turns, and no more events are raised [THR-04] [THR-06]',
  async ({ name, scope, ns, others, answer, threshold }) => {
    const { uniform } = randomOf(17 + name.length);
    const random = () => uniform();
    const put = (value: ThresholdValue) =>
      harness.putJudgment(org, scope, name, {
        ...others,
        thresholds: { alarm: value as never, other: threshold(0.5) as never },
      });
    let value = threshold(0.5);
    await put(value);
    for (let at = 0; at < documents; at += 500) {
      const upsert = Array.from({ length: 500 }, (_, i) => ({
        id: `d${at + i}`,
        attributes: { odd: i % 2 },
        state: {},
      }));
      const written = (await harness.write(org, ns, { upsert })).documents;
      const answers = written.map(({ id, version }) =>
        anAnswer(id, name, { document_version: version, seen: version, ...answer(random) }),
      );
      await harness.applyAnswers(org, ns, answers);
    }
    // As autovacuum does: without statistics a walk reads all answers for each document.
    await harness.database.query('analyze document; analyze answer');
    const path = `answers.${name}.thresholds.alarm`;
    const subscriptions = {
      flagged: { filter: { [path]: true } },
      odd: { filter: { all: [{ not: { [path]: true } }, { 'attributes.odd': 1 }] }, on: ['entered'] },
      other: { filter: { [`answers.${name}.thresholds.other`]: true } },
    };
    for (const [called, body] of Object.entries(subscriptions)) await subscribe(harness, org, ns, called, body);
    await walked();
    const naming = Object.entries(subscriptions).filter(([, { filter }]) => namesThreshold(filter, name, 'alarm'));
    expect(naming.map(([called]) => called)).toEqual(['flagged', 'odd']);
    let { last: row } = await raisedAfter('');
    let turnedInAll = 0;
    for (let move = 0; move < moves; move++) {
      const next = threshold(move % 3 === 0 ? near(random) : random());
      const { flagged, enter, leave } = flipOf(name, cutOf(value), cutOf(next));
      const said = [await ids(ns, flagged), await ids(ns, enter), await ids(ns, leave)];
      const before = await ids(ns, { [path]: true });
      value = next;
      await put(value);
      await walked();
      const after = await ids(ns, { [path]: true });
      const [had, has] = [new Set(before), new Set(after)];
      const entered = after.filter((id) => !had.has(id));
      const left = before.filter((id) => !has.has(id));
      expect([JSON.stringify(next), said]).toEqual([JSON.stringify(next), [after, entered, left]]);
      const turned = entered.length + left.length;
      turnedInAll += turned;
      const { events: raised, last } = await raisedAfter(row);
      row = last;
      for (const [called, { on = ['entered', 'exited'] }] of naming as [string, { on?: string[] }][]) {
        const own = raised.filter(({ subscription }) => subscription === called);
        expect(own.length).toBeLessThanOrEqual(mostEvents(on, turned));
      }
      expect(raised.filter(({ subscription }) => subscription === 'flagged')).toHaveLength(turned);
      expect(raised.filter(({ subscription }) => subscription === 'other')).toEqual([]);
    }
    expect(turnedInAll).toBeGreaterThan(documents / 20);
  },
  300_000,
);
