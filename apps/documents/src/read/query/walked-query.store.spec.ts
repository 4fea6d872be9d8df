import { DocumentView, QueryBody } from '@app/contracts/documents';
import { Problem } from '@app/problem';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { anAnswer } from '../../testing/samples';
import { QueryService } from './query.service';

const org = 'org_walk';
const ns = 'walk/one';
const limit = 100;
const many = 1_200;

interface Explained {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Explained[];
}

let harness: DocumentsHarness;
let queries: QueryService;
let stored: DocumentView[] = [];

/** Numbers with ties, texts, truth values, arrays, and documents without the attribute. */
function valueOf(i: number): object {
  if (i % 10 === 3) return {};
  const values = [i % 40, `t${i % 7}`, i % 2 === 0, ['x']];
  return { n: i % 9 === 0 ? values[1 + (i % 3)] : values[0] };
}

beforeAll(async () => {
  harness = await openDocuments();
  await harness.putJudgment(org, ns, 'late');
  for (let at = 0; at < many; at += 200) {
    const upsert = Array.from({ length: 200 }, (_, k) => ({
      id: `d${String((at + k) * 7).padStart(5, '0')}`,
      state: { note: `${at + k}` },
      attributes: { u: at + k, ...valueOf(at + k) },
    }));
    const { documents } = await harness.write(org, ns, { upsert });
    const answers = documents
      .slice(0, 90)
      .map(({ id, version }, k) =>
        anAnswer(id, 'late', { document_version: version, seen: version, number: (k % 11) / 10 }),
      );
    await harness.applyAnswers(org, ns, answers);
    stored = [
      ...stored,
      ...(
        await harness.read(
          org,
          ns,
          upsert.slice(0, 100).map(({ id }) => id),
        )
      ).documents,
    ];
    stored = [
      ...stored,
      ...(
        await harness.read(
          org,
          ns,
          upsert.slice(100).map(({ id }) => id),
        )
      ).documents,
    ];
  }
  await harness.database.query('analyze');
  queries = harness.queriesWithin(limit);
}, 120_000);
afterAll(() => harness.close());

async function pages(query: QueryBody, from = queries): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const body = { ...query, include: [], ...(cursor && { cursor }) };
    const reply = await from.query(ns, body, harness.call(org));
    const page = reply.json<{ documents: { id: string }[]; next_cursor: string | null }>();
    ids.push(...page.documents.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return ids;
}

type Value = string | number | boolean | undefined;
const ranks = ['undefined', 'boolean', 'number', 'string'];

/** The ids in the order of a value; documents without one last. */
function ordered(
  value: (document: DocumentView) => Value,
  direction: string,
  byId: string,
  documents = stored,
): string[] {
  const sign = (name: string) => (name === 'asc' ? 1 : -1);
  const compare = (a: string | number | boolean, b: typeof a) => (a < b ? -1 : a > b ? 1 : 0);
  return [...documents]
    .sort((a, b) => {
      const [one, other] = [value(a), value(b)];
      const id = sign(byId) * compare(a.id, b.id);
      if (one === undefined || other === undefined)
        return Number(one === undefined) - Number(other === undefined) || id;
      const rank = ranks.indexOf(typeof one) - ranks.indexOf(typeof other);
      return sign(direction) * (rank || compare(one, other)) || id;
    })
    .map(({ id }) => id);
}

const nOf = ({ attributes }: DocumentView): Value => {
  const { n } = attributes as { n?: Value | string[] };
  return Array.isArray(n) ? undefined : n;
};
const pOf = ({ answers }: DocumentView): Value => (answers?.late as { p?: number | null } | undefined)?.p ?? undefined;

const createdOf = ({ created_at }: DocumentView): Value => Date.parse(created_at);

const directions = ['asc', 'desc'] as const;

describe('a query in the order of an index', () => {
  it.each(directions.flatMap((direction) => directions.map((byId) => [direction, byId] as const)))(
    'shows every document once, ties by id, those without the key last: %s, id %s [DOC-12] [defect W-M8]',
    async (direction, byId) => {
      const order = (path: string) => [
        { path, direction },
        { path: 'id', direction: byId },
      ];
      expect(await pages({ order_by: order('attributes.n'), limit: 170 })).toEqual(ordered(nOf, direction, byId));
      expect(await pages({ order_by: order('answers.late.p'), limit: 130 })).toEqual(ordered(pOf, direction, byId));
      expect(await pages({ order_by: order('created_at'), limit: 110 })).toEqual(ordered(createdOf, direction, byId));
      const inRange = stored.filter((document) => typeof nOf(document) === 'number' && Number(nOf(document)) >= 7);
      const range = { filter: { 'attributes.n': { gte: 7 } }, order_by: order('attributes.n'), limit: 90 };
      expect(await pages(range)).toEqual(ordered(nOf, direction, byId, inRange));
    },
    60_000,
  );

  it('reads the index no further than the page, however many documents there are [DOC-05] [defect W-M8]', async () => {
    const asked = jest.spyOn(harness.database, 'query');
    for (const [path, index] of [
      ['attributes.u', 'attribute_pkey'],
      ['answers.late.p', 'answer_by_number'],
      ['created_at', 'document_by_creation'],
    ]) {
      await queries.query(ns, { order_by: [{ path, direction: 'asc' }], limit: 20 }, harness.call(org));
      const [statement, params] = asked.mock.calls.at(-1)!;
      const text = `explain (analyze, format json) ${(statement as { text: string }).text}`;
      const { rows } = await harness.database.query<{ 'QUERY PLAN': { Plan: Explained }[] }>(text, params);
      const nodes = flat(rows[0]['QUERY PLAN'][0].Plan);
      const walk = nodes.find((node) => node['Index Name'] === index);
      expect(walk?.['Actual Rows']).toBe(21);
      const looked = nodes.filter((node) => ['document', 'attribute', 'answer'].includes(node['Relation Name'] ?? ''));
      expect(Math.max(...looked.map((node) => node['Actual Rows'] * node['Actual Loops']))).toBeLessThanOrEqual(21);
    }
    asked.mockRestore();
  });

  it('with a condition that many documents meet fills its page; one that few meet is refused with both paths [defect W-M8]', async () => {
    const order_by = [{ path: 'attributes.u', direction: 'desc' as const }];
    const most = { filter: { not: { 'state.note': '1199' } }, order_by, limit: 10 };
    const page = (await queries.query(ns, most, harness.call(org))).json<{ documents: DocumentView[] }>();
    expect(page.documents.map(({ attributes }) => (attributes as { u: number }).u)).toEqual(
      Array.from({ length: 10 }, (_, k) => 1198 - k),
    );
    const newest = { ...most, order_by: [{ path: 'created_at', direction: 'desc' as const }] };
    const shown = (await queries.query(ns, newest, harness.call(org))).json<{ documents: DocumentView[] }>();
    expect(shown.documents.map(({ id }) => id)).toEqual(
      ordered(
        createdOf,
        'desc',
        'asc',
        stored.filter(({ state }) => (state as { note: string }).note !== '1199'),
      ).slice(0, 10),
    );
    const few = { filter: { 'state.note': '7' }, order_by, limit: 10 };
    const refused: unknown = await queries.query(ns, few, harness.call(org)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Problem);
    const { message, details } = refused as Problem;
    expect(details).toMatchObject({ reason: 'scan_too_large', scan: { limit, unindexed_paths: ['state.note'] } });
    expect(message).toContain('`attributes.u`');
    expect(message).toContain('`state.note`');
  });

  it('reads the primary key backwards no further than the page [defect W-M8]', async () => {
    const asked = jest.spyOn(harness.database, 'query');
    await queries.query(ns, { order_by: [{ path: 'id', direction: 'desc' }], limit: 20 }, harness.call(org));
    const [statement, params] = asked.mock.calls.at(-1)!;
    asked.mockRestore();
    const text = `explain (analyze, format json) ${(statement as { text: string }).text}`;
    const { rows } = await harness.database.query<{ 'QUERY PLAN': { Plan: Explained }[] }>(text, params);
    const nodes = flat(rows[0]['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name'] === 'document');
    expect(nodes.map((node) => node['Actual Rows'])).toEqual([21]);
  });

  it('counts a whole namespace without a scan, and orders by id without one [defect W-M8]', async () => {
    const body: QueryBody = { count: true, order_by: [{ path: 'id', direction: 'desc' }], limit: 3, include: [] };
    const page = (await queries.query(ns, body, harness.call(org))).json<{
      documents: DocumentView[];
      count: number;
    }>();
    expect(page.count).toBe(many);
    expect(page.documents.map(({ id }) => id)).toEqual(
      stored
        .map(({ id }) => id)
        .sort()
        .reverse()
        .slice(0, 3),
    );
  });
});

function flat(node: Explained): Explained[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)];
}
