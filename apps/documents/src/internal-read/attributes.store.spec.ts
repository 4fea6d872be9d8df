import type { ReaderPool } from '../document/pool/reader.pool';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { AttributesService } from './attributes.service';

const [org, ns] = ['org_attributes', 'attributes/one'];
let harness: DocumentsHarness;

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

const read = async (...ids: string[]) => {
  const service = new AttributesService(harness.database as unknown as ReaderPool);
  const { documents } = await service.read({ organization: org, namespace: ns, ids });
  return Object.fromEntries(documents.map(({ id, attributes }) => [id, attributes]));
};

it('reads short attributes, and names those that are too long or lists [ST-F3]', async () => {
  const plain = { seller: 's9', total: 129.5, gift: false, left: null };
  await harness.write(org, ns, {
    upsert: [
      { id: 'a', attributes: { ...plain, note: 'é'.repeat(201), edge: 'é'.repeat(200), tags: ['x'] } },
      { id: 'b', attributes: {} },
    ],
  });
  expect(await read('a', 'b', 'never')).toEqual({ a: { ...plain, note: [], edge: 'é'.repeat(200), tags: [] }, b: {} });
});

it('keeps 2 KiB of a document, by name, whatever its long attributes hold [ST-F3]', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `n${String(at).padStart(2, '0')}`);
  const attributes = Object.fromEntries(names.map((name) => [name, 'x'.repeat(100)]));
  await harness.write(org, ns, { upsert: [{ id: 'wide', attributes: { ...attributes, a_long: 'y'.repeat(900) } }] });
  const { wide } = await read('wide');
  const kept = Object.entries(wide).filter(([, value]) => typeof value === 'string');
  // A value of 100 characters is 102 bytes of JSON, and its name 3: 19 of them are 1,995 bytes.
  expect(kept.map(([name]) => name).sort()).toEqual(names.slice(0, 19));
  expect(wide).toMatchObject({ n19: [], n29: [], a_long: [] });
});
