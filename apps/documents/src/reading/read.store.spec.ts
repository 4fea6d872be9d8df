import { DocumentView } from '@app/contracts';
import { Room } from '../testing/documents';
import { selectionOf } from './selection';

let room: Room;
beforeAll(async () => {
  room = await Room.open();
}, 60_000);
afterAll(() => room.close());

it('shows each part of a document by itself, in whatever order the parts are asked for', async () => {
  const [org, ns] = ['org_parts', 'p/one'];
  const parts = { attributes: { a: 1 }, state: { s: 2 } };
  await room.write(org, ns, { upsert: [{ id: 'd', ...parts }] });
  for (const include of [['attributes'], ['state'], ['images'], ['state', 'attributes']]) {
    const { documents } = await room.reads.read(ns, ['d'], selectionOf(include), 'stored', room.call(org));
    const view = JSON.parse(documents[0]) as DocumentView & Record<string, unknown>;
    const shown = Object.fromEntries(include.map((name) => [name, view[name]]));
    expect(shown).toEqual(Object.fromEntries(include.map((name) => [name, { ...parts, images: {} }[name]])));
  }
});
