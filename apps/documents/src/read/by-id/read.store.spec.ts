import { DocumentView } from '@app/contracts/documents';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { selectionOf } from './selection';

let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

it('shows each part of a document by itself, in any order of `include`', async () => {
  const [org, ns] = ['org_parts', 'p/one'];
  const parts = { attributes: { a: 1 }, state: { s: 2 } };
  await harness.write(org, ns, { upsert: [{ id: 'd', ...parts }] });
  for (const include of [['attributes'], ['state'], ['images'], ['state', 'attributes']]) {
    const { documents } = await harness.reads.read(ns, ['d'], selectionOf(include), 'stored', harness.call(org));
    const view = JSON.parse(documents[0]) as DocumentView & Record<string, unknown>;
    const shown = Object.fromEntries(include.map((name) => [name, view[name]]));
    expect(shown).toEqual(Object.fromEntries(include.map((name) => [name, { ...parts, images: {} }[name]])));
  }
});
