import { Database, Tx } from '@app/persistence';
import { buffersOf, explained, nodesOf, setClock, statementsOf, testEnvironment } from '@app/testing';
import { openJudgmentsDatabase } from '../../testing/open-judgments';
import { beforeAll as beforeFirst, keepPage } from './keep-page.store';

const isLong = process.env['LONG'] === '1';
const month = 'answer_2024_03';
const edge = '2024-04-01T00:00:00Z';
type PlanNode = Awaited<ReturnType<typeof explained>>;
let db: Database;

beforeAll(async () => {
  await setClock(testEnvironment().adminUrl, 0);
  db = await openJudgmentsDatabase();
  await db.query(`create table ${month} partition of answer for values from ('2024-03-01Z') to ('${edge}');
    create table answer_2024_04 partition of answer for values from ('${edge}') to ('2024-05-01Z')`);
}, 60_000);
afterAll(() => db.close());
beforeEach(() => db.query('truncate answer, answer_keeping, head'));

interface Row {
  document: string;
  record: number;
  id: string;
  /** Days since 1 March 2024. */
  day: number;
  /** Days since 1 March; infinity for one that was judged before its version was active. */
  since: number | null;
  erasedOn: number | null;
}

const at = (day: number): string => new Date(Date.UTC(2024, 2, 1) + day * 86_400_000).toISOString();

async function store(rows: readonly Row[]): Promise<void> {
  await db.query(
    `insert into answer (namespace_id, document_id, judgment_id, record, id, version, document_version, seen, engine_name, engine_ref,
       judged_at, context_hash, truncated, body, units, since, erased, erased_at)
     select 1, x.document, 'jdg_1', x.record, x.id, 1, 1, 1, 'jev', 'current', x.judged::timestamptz, 'h', false, '{}', 1,
       x.since::timestamptz, x.erased is not null, x.erased::timestamptz
     from json_to_recordset($1::json) as x(document text, record bigint, id text, judged text, since text, erased text)`,
    [
      JSON.stringify(
        rows.map(({ document, record, id, day, since, erasedOn }) => ({
          document,
          record,
          id,
          judged: at(day),
          erased: erasedOn === null ? null : at(erasedOn),
          since: since === null ? null : since === Infinity ? 'infinity' : at(since),
        })),
      ),
    ],
  );
}

/** The rule in words, over all rows of a document: which answers were in force on day 31 or later. */
function keptOf(rows: readonly Row[], named: ReadonlySet<string>): string[] {
  const forces = rows.filter(({ since }) => since !== Infinity);
  const ids = new Set<string>();
  forces.forEach(({ id, erasedOn }, i) => {
    const next = forces[i + 1];
    // An answer that another one replaced at that very moment was not in force at it.
    const end = next ? (next.since ?? next.day) : Infinity;
    if (end > 31 && (erasedOn ?? Infinity) >= 31) ids.add(id);
  });
  const isKept = ({ id, erasedOn }: Row) => ids.has(id) || (named.has(id) && erasedOn === null);
  return rows.filter((row) => row.day < 31 && isKept(row)).map(({ document, record }) => `${document} ${record}`);
}

/** A document's answers in March and April: judged, judged beside, in force again, and at the end perhaps deleted. */
function historyOf(document: string, random: () => number): Row[] {
  const rows: Row[] = [];
  const erasedOn = random() < 0.2 ? Math.floor(random() * 29) + 20 : null;
  let day = 0;
  for (let record = 1; record <= 1 + random() * 7; record++) {
    day += Math.ceil(random() * 12);
    if (day >= 59) break;
    const old = random() < 0.35 ? rows[Math.floor(random() * rows.length)] : undefined;
    const since = old ? day : random() < 0.2 ? Infinity : null;
    rows.push({ document, record, id: old?.id ?? `${document}:${record}`, day: old?.day ?? day, since, erasedOn });
  }
  return rows;
}

/** Numbers in [0, 1), the same for a seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

async function keptOnPages(most: number): Promise<string[]> {
  for (let after: readonly string[] | null = beforeFirst; after !== null;) {
    const from: readonly string[] = after;
    after = (await db.transaction('spec', (tx: Tx) => keepPage(tx, month, from, edge, most))).after;
  }
  const { rows } = await db.query<{ line: string }>(
    `select document_id || ' ' || record as line from answer_keeping order by document_id, record`,
  );
  return rows.map(({ line }) => line);
}

it.each(Array.from({ length: isLong ? 100 : 4 }, (_, i) => i + 1))(
  'keeps what the rule says of random histories, by pages of any size (%i) [O-M1]',
  async (seed) => {
    const random = numbers(seed * 7_919);
    const histories = Array.from({ length: 60 }, (_, i) => historyOf(`d${String(i).padStart(2, '0')}`, random));
    await store(histories.flat());
    const beside = histories.flat().filter(({ since }) => since === Infinity && random() < 0.5);
    const heads = new Map(beside.map((row) => [row.document, row]));
    await db.query(
      `insert into head (namespace_id, document_id, judgment_id, target_version, record, document_version, seen, answer_id, recorded_at)
       select 1, x.document, 'jdg_1', 2, 1, 1, 1, x.id, app.now() from json_to_recordset($1::json) as x(document text, id text)`,
      [JSON.stringify([...heads.values()])],
    );
    const named = new Set([...heads.values()].map(({ id }) => id));
    expect(await keptOnPages(1 + Math.floor(random() * 12))).toEqual(
      histories.flatMap((rows) => keptOf(rows, named)).sort(),
    );
  },
);

it('looks at the index for most rows, and at the heap for those that it keeps [O-M1]', async () => {
  // Of 600 documents with 50 answers in March each, one is kept, and of 1,200 with one that one.
  await db.query(
    `insert into answer (namespace_id, document_id, judgment_id, record, id, version, document_version, seen, engine_name, engine_ref,
       judged_at, context_hash, truncated, body, units)
     select 1, d.doc, 'jdg_1', n, 'ans_' || d.doc || '_' || n, 1, 1, 1, 'jev', 'current', '2024-03-01Z'::timestamptz + n * interval '12 hours',
       'h', false, json_build_object('filling', repeat('x', 400)), 1
     from generate_series(1, 50) n, (select 'd' || d as doc, 50 as most from generate_series(1, 600) d
       union all select 'e' || d, 1 from generate_series(1, 1200) d) d where n <= d.most`,
  );
  await db.query(
    `insert into head (namespace_id, document_id, judgment_id, target_version, record, document_version, seen, answer_id, recorded_at)
     select 1, 'd' || d, 'jdg_1', v, 1, 1, 1, 'ans', app.now() from generate_series(1, 3000) d, generate_series(0, 1) v
     where v = 0 or d > 2000`,
  );
  await db.query(`vacuum analyze ${month}`);
  await db.query('vacuum analyze head');
  // Of 20 documents, and perhaps parts of two more: the newest answer of each, once to find it and once to keep it.
  const dropping = await planOf('d3');
  expect(readOf(dropping, 'Index Scan')).toBeLessThanOrEqual(22 * 2);
  expect(buffersOf(dropping)).toBeLessThan(600);
  const keeping = await planOf('e');
  expect(readOf(keeping, 'Index Scan')).toBe(2 * 1_000);
  for (const node of [dropping, keeping].flatMap(nodesOf)) {
    expect(/Seq|Bitmap/.test(node['Node Type']) && node['Relation Name']).toBeFalsy();
    expect(rowsOf(node)).toBeLessThanOrEqual(2 * 1_000);
  }
});

async function planOf(document: string): Promise<PlanNode> {
  const after = ['1', document, '', '0'];
  const sent = await statementsOf(() => db.transaction('spec', (tx) => keepPage(tx, month, after, edge)));
  const { text, values } = sent.find((statement) => statement.text.includes('answer_keeping'))!;
  await db.query('truncate answer_keeping');
  return explained(db, text, values);
}

function rowsOf(node: PlanNode): number {
  return (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
}

function readOf(plan: PlanNode, type: string): number {
  const nodes = nodesOf(plan).filter((node) => node['Relation Name'] === month && node['Node Type'] === type);
  return nodes.reduce((sum, node) => sum + rowsOf(node), 0);
}
