import type { MeasureRelation, RelationQuery } from '@app/contracts/documents';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { MeasureService } from './measure.service';
import type { ReaderPool } from '../document/pool/reader.pool';

const org = 'org_measure';
const ns = 'measure/one';
let harness: DocumentsHarness;
let measures: MeasureService;

beforeAll(async () => {
  harness = await openDocuments();
  measures = new MeasureService(harness.database as unknown as ReaderPool, harness.scans);
  const old = new Date(Date.now() - 400 * 86_400_000).toISOString();
  const order = (id: string, customer: string | string[], others: object = {}) => ({
    id,
    attributes: { customer, open: true },
    state: { text: id },
    ...others,
  });
  await harness.write(org, ns, {
    upsert: [
      ...['c1', 'c2'].map((id) => ({ id, state: { tier: 'gold' } })),
      ...['o1', 'o2', 'o3'].map((id) => order(id, 'c1')),
      ...[order('o4', ['c1', 'c2'], { created_at: old }), order('o5', 'gone')],
      { id: 'o6', attributes: { customer: 'c2', open: false }, state: { text: 'o6' } },
      { id: 'n1', attributes: { customer: 7 }, state: { text: 'n1' } },
    ],
  });
}, 60_000);
afterAll(() => harness.close());

const spec = (others: Partial<RelationQuery>): RelationQuery => ({
  ...({ theirs: 'id', mine: 'attributes.customer', fields: ['state.tier'], where: null } as const),
  order_by: [],
  last_n: 20,
  window: null,
  ...others,
});
const measure = (others: Partial<RelationQuery>, more: Partial<MeasureRelation> = {}) =>
  measures.measure({ organization: org, namespace: ns, spec: spec(others), scope: null, ...more });

describe('the measure of a relation [JDG-23]', () => {
  it('counts the documents that point at one, as scalar and in arrays', async () => {
    expect(await measure({})).toMatchObject({ documents_per_change: (4 + 2) / 2, judged_documents: 7 });
    expect(await measure({ where: { id: 'c2' } })).toMatchObject({ documents_per_change: 2, judged_documents: 7 });
    expect(await measure({ where: { 'state.tier': { eq: { mine: 'state.tier' } } } as never })).toMatchObject({
      documents_per_change: 3,
    });
  });

  it('counts only documents inside of the scope', async () => {
    const scope = { created_within: '30d', where: { 'attributes.open': true } };
    expect(await measure({}, { scope })).toMatchObject({ documents_per_change: 3 / 2, judged_documents: 4 });
  });

  it('counts the entities that children name', async () => {
    const entity = { theirs: 'attributes.customer', mine: 'id', fields: ['state.text'] } as const;
    expect(await measure({ ...entity, fields: [...entity.fields] })).toMatchObject({
      // Five keys of seven children are entities: those of o1 to o3 and o6 are, o4 names two, o5 and n1 none.
      documents_per_change: 6 / 7,
      judged_documents: 2,
    });
  });

  it('counts only entities to which the judgment applies', async () => {
    const entity = { theirs: 'attributes.customer', mine: 'id', fields: ['state.text'] } as const;
    const scope = { where: { id: { in: ['c1', 'o1', 'n1'] } } };
    expect(await measure({ ...entity, fields: [...entity.fields] }, { scope })).toMatchObject({
      // c1 is the entity of o1 to o4; nothing names o1 or n1.
      documents_per_change: 4 / 7,
      judged_documents: 1,
    });
    const none = { where: { 'state.tier': 'silver' } };
    expect(await measure({ ...entity, fields: [...entity.fields] }, { scope: none })).toMatchObject({
      documents_per_change: 0,
      judged_documents: 0,
    });
  });

  it('counts documents that share a key', async () => {
    const block = { theirs: 'attributes.customer', mine: 'attributes.customer', fields: ['state.text'] } as const;
    const measured = await measure({ ...block, fields: [...block.fields] });
    expect(measured.documents_per_change).toBeCloseTo((3 * 4 + (4 + 2) + 1 + 2 + 1) / 7, 9);
    expect(measured.judged_documents).toBe(7);
  });

  it('grows with the rate of changes of the related documents', async () => {
    const before = (await measure({})).changes_per_day;
    expect(before).toBeGreaterThanOrEqual(2);
    for (let n = 0; n < 20; n++) await harness.write(org, ns, { patch: [{ id: 'c1', state: { tier: `t${n}` } }] });
    expect((await measure({})).changes_per_day).toBeGreaterThan(before + 1);
  });

  it('is nothing where nothing is', async () => {
    const nothing = { changes_per_day: 0, documents_per_change: 0, judged_documents: 0 };
    expect(await measure({}, { namespace: 'measure/none' })).toEqual(nothing);
    expect(await measure({ fields: ['state.none'] })).toMatchObject({ changes_per_day: 0, documents_per_change: 0 });
  });
});
