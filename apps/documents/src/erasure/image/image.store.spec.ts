import { DocumentChanged, ImageErased, ImageView } from '@app/contracts/documents';
import { Problem } from '@app/problem';
import sharp from 'sharp';
import { findImage, lockImages } from '../../image/image.store';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';

let harness: DocumentsHarness;
const org = 'org_images';
const ns = 'i/one';

const pngOf = async (red: number) =>
  (
    await sharp({ create: { width: 12, height: 8, channels: 3, background: { r: red, g: 0, b: 0 } } })
      .png()
      .toBuffer()
  ).toString('base64');

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

async function store(data: string, namespace = ns): Promise<{ status: number; image: ImageView }> {
  const { status, body } = await harness.images.store({ namespace, image: { data } }, harness.call(org));
  return { status, image: JSON.parse(body) as ImageView };
}
const erase = (id: string) => harness.erasures.erase({ namespace: ns, id }, harness.call(org));
const refused = async (act: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await act.then(
    () => 'was accepted',
    (thrown: unknown) => thrown,
  );
  return error instanceof Problem ? [error.code, error.details.path] : error;
};
const imagesOf = async (id: string) =>
  (await harness.read(org, ns, [id])).documents[0].images as Record<string, string>;

describe('an image', () => {
  it('is stored once although two clients send it, and reads back byte by byte [DOC-11]', async () => {
    const data = await pngOf(1);
    const first = await store(data);
    expect(first).toMatchObject({ status: 201, image: { media_type: 'image/png', width: 12, height: 8 } });
    expect(await store(data)).toEqual({ ...first, status: 200 });
    const read = (withData: boolean) =>
      harness.images.read({ namespace: ns, id: first.image.id, data: withData }, harness.call(org));
    expect(await read(true)).toEqual({ ...first.image, data });
    expect(await read(false)).toEqual(first.image);
    expect((await store(data, 'i/two')).status).toBe(201);
  });

  it('counts once to what its namespace holds, until it is erased', async () => {
    const held = async () => {
      const { rows } = await harness.database.query<{ bytes: number }>(
        `select coalesce(sum(c.bytes), 0)::int as bytes from namespace_counter c join namespace n on n.id = c.namespace_id
         where n.organization = $1 and n.name = $2`,
        [org, ns],
      );
      return rows[0].bytes;
    };
    const before = await held();
    const data = await pngOf(20);
    const { image } = await store(data);
    await store(data);
    expect(await held()).toBe(before + image.bytes);
    await erase(image.id);
    expect(await held()).toBe(before);
  });

  it('is refused when it is no image, or past its limit [DOC-11] [DOC-10]', async () => {
    expect(await refused(store('bm8gcGljdHVyZQ=='))).toEqual(['invalid_image', '/data']);
    expect(await refused(store('not base64!'))).toEqual(['invalid_image', '/data']);
    const limit = 5 * 1024 * 1024;
    // Bytes after the end of an image are no part of it, but they count.
    const padded = (bytes: number) =>
      Buffer.concat([Buffer.from(atLimit, 'base64'), Buffer.alloc(bytes)]).toString('base64');
    const atLimit = await pngOf(2);
    const spare = limit - Buffer.from(atLimit, 'base64').length;
    expect((await store(padded(spare))).status).toBe(201);
    expect(await refused(store(padded(spare + 1)))).toEqual(['too_large', '/data']);
  });

  it("can be named only while it is stored in the document's namespace [DOC-11]", async () => {
    const { image } = await store(await pngOf(3));
    const write = (id: string, namespace = ns) =>
      harness.write(org, namespace, { upsert: [{ id: 'a', images: { front: id } }] });
    expect(await write(image.id)).toMatchObject({ upserted: 1 });
    expect(await write(image.id)).toMatchObject({ unchanged: 1 });
    expect(await refused(write(`img_${'0'.repeat(64)}`))).toEqual(['unknown_image', '/upsert/0/images/front']);
    expect(await refused(write(image.id, 'i/elsewhere'))).toEqual(['unknown_image', '/upsert/0/images/front']);
    const patch = { filter: { id: 'a' }, patch: { images: { back: 'img_no' } } };
    expect(await refused(harness.writeByFilter(org, ns, { type: 'patch_by_filter', ...patch }))).toEqual([
      'unknown_image',
      '/patch_by_filter/patch/images/back',
    ]);
    await harness.write(org, ns, { patch: [{ id: 'a', images: { front: null } }] });
    expect(await imagesOf('a')).toEqual({});
  });

  it('is one of at most sixteen that a document names, by upsert or patch [DOC-10]', async () => {
    const { image } = await store(await pngOf(3));
    const named = (from: number, to: number) =>
      Object.fromEntries(Array.from({ length: to - from }, (_, i) => [`n${from + i}`, image.id]));
    await harness.write(org, ns, { upsert: [{ id: 'many', images: named(0, 10) }] });
    await harness.write(org, ns, { patch: [{ id: 'many', images: named(10, 16) }] });
    const more = harness.write(org, ns, { patch: [{ id: 'many', images: named(16, 17) }] });
    expect(await refused(more)).toEqual(['too_large', '/patch/0/images']);
  });

  it('invalidates the answers that read its name when it is replaced, and no others', async () => {
    const [one, two] = [(await store(await pngOf(4))).image.id, (await store(await pngOf(5))).image.id];
    await harness.putJudgment(org, ns, 'sees', { read_paths: ['images.front'] });
    await harness.putJudgment(org, ns, 'reads', { read_paths: ['state.note'] });
    await harness.write(org, ns, { upsert: [{ id: 'd', state: { note: 'x' }, images: { front: one, back: one } }] });
    const invalidated = async (write: object) => {
      const before = (await harness.published<DocumentChanged>(org, 'documents.document.changed.%')).length;
      await harness.write(org, ns, { patch: [{ id: 'd', ...write }] });
      const facts = (await harness.published<DocumentChanged>(org, 'documents.document.changed.%')).slice(before);
      return facts.flatMap(({ sets }) => sets.flat());
    };
    expect(await invalidated({ images: { front: two } })).toHaveLength(1);
    expect(await invalidated({ images: { front: two } })).toEqual([]);
    expect(await invalidated({ images: { back: two } })).toEqual([]);
  });
});

describe('an erased image', () => {
  it('has no bytes, is published as a fact, and is removed from the documents that named it [DOC-11]', async () => {
    const data = await pngOf(9);
    const { image } = await store(data);
    const other = (await store(await pngOf(10))).image.id;
    const docs = Array.from({ length: 5 }, (_, n) => ({ id: `e${n}`, images: { a: image.id, b: other, c: image.id } }));
    await harness.write(org, ns, { upsert: docs });
    expect(await erase(image.id)).toEqual(expect.objectContaining({ status: 200, body: '{"deleted":true}' }));
    expect(await imagesOf('e4')).toEqual({ b: other });
    expect(await refused(harness.images.read({ namespace: ns, id: image.id, data: false }, harness.call(org)))).toEqual(
      ['image_erased', undefined],
    );
    expect(await refused(erase(image.id))).toEqual(['image_erased', undefined]);
    expect(await refused(erase(`img_${'0'.repeat(64)}`))).toEqual(['not_found', undefined]);
    const again = harness.write(org, ns, { upsert: [{ id: 'new', images: { a: image.id } }] });
    expect(await refused(again)).toEqual(['image_erased', '/upsert/0/images/a']);
    const { rows } = await harness.database.query('select 1 from image where id = $1 and data is not null', [image.id]);
    expect(rows).toEqual([]);
    const facts = await harness.published<ImageErased>(org, 'documents.image.erased.v1');
    expect(facts.filter((fact) => fact.image === image.id)).toEqual([
      { organization: org, namespace: ns, image: image.id },
    ]);
    expect((await store(data)).status).toBe(201);
    expect(await findImage(harness.database, { organization: org, namespace: ns }, image.id, true)).toMatchObject({
      erased: false,
    });
  });

  it('is detached by the worker when the erasing process died before', async () => {
    const { image } = await store(await pngOf(11));
    await harness.write(org, ns, { upsert: [{ id: 'late', images: { a: image.id } }] });
    await harness.database.query('update image set data = null, erased_at = app.now() where id = $1', [image.id]);
    while (await harness.detachment.next());
    expect(await imagesOf('late')).toEqual({});
    const { rows } = await harness.database.query(
      'select 1 from image where erased_at is not null and detached_at is null',
    );
    expect(rows).toEqual([]);
  });

  it('is erased after the writes that were about to name it, and no later write names it', async () => {
    const { image } = await store(await pngOf(12));
    let erasing: Promise<unknown> = Promise.resolve();
    await harness.database.transaction('spec', async (tx) => {
      const { rows } = await tx.query<{ id: string }>('select id from namespace where name = $1', [ns]);
      expect(await lockImages(tx, rows[0].id, [image.id])).toEqual(new Map([[image.id, { erased: false }]]));
      erasing = erase(image.id);
      await tx.query('update document set images = $1 where id = $2', [JSON.stringify({ a: image.id }), 'late']);
    });
    await erasing;
    expect(await imagesOf('late')).toEqual({});
  });

  it('is deleted with its namespace', async () => {
    await store(await pngOf(13), 'i/gone');
    await harness.deletions.begin('i/gone', harness.call(org));
    while (await harness.jobWorker.turn());
    const { rows } = await harness.database.query(`select 1 from namespace where name = 'i/gone'`);
    expect(rows).toEqual([]);
    const left = await harness.database.query(
      'select 1 from image i where not exists (select from namespace n where n.id = i.namespace_id)',
    );
    expect(left.rows).toEqual([]);
  });
});
