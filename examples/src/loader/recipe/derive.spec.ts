import { join } from 'node:path';
import { Derivation, Derivations } from './derive';
import { loadFolder } from '../data/folder';
import { recipesFor } from './recipe';
import { DocumentRow } from '../data/row';

const olist = join(__dirname, '../fixtures/olist');

async function open(derivations: Derivations): Promise<{ derivation: Derivation; rows: Map<string, DocumentRow> }> {
  const folder = await loadFolder(olist);
  const rows = new Map<string, DocumentRow>();
  for (const file of folder.files) for await (const { row } of folder.readDocuments(file)) rows.set(row.id, row);
  return { derivation: await Derivation.open(folder, derivations), rows };
}

async function derivedOf(id: string, derivations: Derivations): Promise<Record<string, unknown>> {
  const { derivation, rows } = await open(derivations);
  const row = rows.get(id);
  if (!row) throw new Error(`There is no ${id}.`);
  const { data } = derivation.apply(row);
  return Object.fromEntries(Object.entries(data).filter(([name]) => !(name in row.data)));
}

describe('a derived field', () => {
  it('is a difference, a ratio, a copy or a comparison, of the document or two references away', async () => {
    const { derived = {} } = recipesFor('olist');
    const { promised_days: days, ...order } = await derivedOf('order:o1', derived);
    expect(days).toBeCloseTo(21.569, 3);
    expect(order).toEqual({ freight_share: 11.2 / 49.9, region: 'SP' });
    const { ship_days: ship, ...item } = await derivedOf('order_item:o1-1', derived);
    expect(ship).toBeCloseTo(5.069, 3);
    expect(item).toEqual({ weight_g: 700, same_region: true });
    expect(await derivedOf('order_item:o3-1', derived)).toMatchObject({ same_region: false });
  });

  it('is left out where a value is missing or makes no number', async () => {
    const order = {
      absent: { copy: 'nothing' },
      behind: { copy: 'nobody.name' },
      days: { days: ['purchased_at', 'item_count'] },
      share: { ratio: ['items_total', 'nothing'] },
      same: { same: ['purchased_at', 'nothing'], letters: 2 },
    } satisfies Derivations[string];
    expect(await derivedOf('order:o3', { order })).toEqual({});
  });

  it('takes no name that the set has, and leaves other types as they are', async () => {
    const { derivation, rows } = await open({ order: { item_count: { copy: 'items_total' } } });
    expect(() => derivation.apply(rows.get('order:o1') as DocumentRow)).toThrow('`item_count` of its own');
    const seller = rows.get('seller:s1') as DocumentRow;
    expect(derivation.apply(seller)).toBe(seller);
  });
});
