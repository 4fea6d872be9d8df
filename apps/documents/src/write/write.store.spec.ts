import { DocumentChanged, DocumentDeleted } from '@app/contracts/documents';
import { Problem } from '@app/problem';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';

let harness: DocumentsHarness;
const org = 'org_write';
const ns = 'w/one';

beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

async function one(id: string) {
  const { documents } = await harness.read(org, ns, [id]);
  return documents[0];
}

describe('a write', () => {
  it('makes the namespace, stores what was sent and replies with growing versions [DOC-01] [NS-17]', async () => {
    const attributes = { seller: 's9', total: 129.5, tags: ['a', 'b'], none: null };
    const state = { note: 'Wo ist es? \u{1F4E6}', big: 9007199254740991, deep: [{ a: [null, 1] }] };
    const reply = await harness.write(org, ns, { upsert: [{ id: 'a', attributes, state, if_version: 0 }] });
    expect(reply).toMatchObject({ upserted: 1, unchanged: 0, documents: [{ id: 'a' }] });
    expect(await one('a')).toMatchObject({
      id: 'a',
      attributes,
      state,
      images: {},
      version: reply.documents[0].version,
    });
    const { rows } = await harness.database.query(`select name from attribute where document_id = 'a' order by name`);
    expect(rows.map(({ name }) => name as string)).toEqual(['seller', 'tags', 'tags', 'total']);
  });

  it('that repeats the content makes no version and publishes nothing [DOC-07] [GEN-06]', async () => {
    const write = { upsert: [{ id: 'same', state: { note: 'x', n: [1, { b: 2, a: 1 }] } }] };
    await harness.putJudgment(org, ns, 'quiet');
    const [before] = (await harness.write(org, ns, write)).documents;
    const published = await harness.published(org, '%');
    const again = await harness.write(org, ns, {
      upsert: [{ id: 'same', state: { n: [1, { a: 1, b: 2 }], note: 'x' } }],
    });
    expect(again).toMatchObject({ upserted: 0, unchanged: 1, documents: [before] });
    expect(await harness.write(org, ns, { patch: [{ id: 'same', state: { note: 'x', gone: null } }] })).toMatchObject({
      patched: 0,
      unchanged: 1,
    });
    expect(await harness.published(org, '%')).toHaveLength(published.length);
  });

  it('appends values that the array does not hold, trims it, and adds a trimmed value again [DOC-06]', async () => {
    await harness.write(org, ns, { upsert: [{ id: 'app', state: {} }] });
    const append = (values: unknown[], keep_last?: number) =>
      harness.write(org, ns, {
        append: [{ id: 'app', path: 'state.thread.items', values, ...(keep_last && { keep_last }) }],
      });
    const items = async () => (await one('app')).state as { thread: { items: unknown[] } };
    expect(await append([{ id: 'm1', text: 'a' }])).toMatchObject({ appended: 1 });
    expect(await append([{ text: 'a', id: 'm1' }])).toMatchObject({ appended: 0, unchanged: 1 });
    await append([{ id: 'm2' }, { id: 'm2' }, { id: 'm3' }], 2);
    expect(await items()).toEqual({ thread: { items: [{ id: 'm2' }, { id: 'm3' }] } });
    await append([{ id: 'm1', text: 'a' }]);
    expect((await items()).thread.items).toHaveLength(3);
    const bad = harness.write(org, ns, { append: [{ id: 'app', path: 'state.thread', values: [1] }] });
    await expect(bad).rejects.toMatchObject({ code: 'invalid_request', details: { reason: 'not_array' } });
  });

  it('keeps one row for each attribute value, whatever values replace each other', async () => {
    const keys = async () => {
      const { rows } = await harness.database.query<{ name: string; key: string }>(
        `select name, encode(key, 'hex') as key from attribute where document_id = 'rows' order by name, key`,
      );
      return rows.map(({ name, key }) => `${name} ${key}`);
    };
    const versions = [
      { total: 1, tags: ['a', 'b'] },
      { total: 2, tags: ['a', 'c'] },
      { total: 3, tags: ['d', 'd'], seller: 's' },
      { total: null, tags: ['e', 'f'] },
    ];
    for (const attributes of versions) {
      await harness.write(org, ns, { upsert: [{ id: 'rows', attributes }] });
      const was = await keys();
      await harness.write(org, ns, { delete: [{ id: 'rows' }] });
      expect(await keys()).toEqual([]);
      await harness.write(org, ns, { upsert: [{ id: 'rows', attributes }] });
      expect(was).toEqual(await keys());
    }
  });

  it('does not wait forever when many writers change the same documents in any order', async () => {
    const ids = Array.from({ length: 12 }, (_, i) => `crowd${i}`);
    const upsert = (n: number) => ids.map((id) => ({ id, attributes: { n }, state: { n } }));
    await harness.write(org, ns, { upsert: upsert(0) });
    const writers = [1, 2, 3, 4].map((n) =>
      harness.write(org, ns, { upsert: n % 2 ? upsert(n) : upsert(n).reverse() }),
    );
    await Promise.all(writers);
    const stored = await Promise.all(ids.map(async (id) => (await one(id)).state));
    expect(new Set(stored.map((state) => JSON.stringify(state))).size).toBe(1);
  });

  it('is all or nothing', async () => {
    const refused = harness.write(org, ns, {
      upsert: [{ id: 'half', state: {} }],
      patch: [{ id: 'absent', state: { a: 1 } }],
    });
    await expect(refused).rejects.toMatchObject({ code: 'not_found', details: { documents: ['absent'] } });
    const conflict = harness.write(org, ns, {
      upsert: [
        { id: 'half', state: {} },
        { id: 'a', if_version: 0 },
      ],
    });
    await expect(conflict).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'if_version', documents: ['a'] },
    });
    expect((await harness.read(org, ns, ['half'])).missing).toEqual(['half']);
  });

  it('never repeats a version, also after a deletion', async () => {
    const versions: number[] = [];
    for (let round = 0; round < 5; round++) {
      versions.push(
        (await harness.write(org, ns, { upsert: [{ id: 'again', state: { round } }] })).documents[0].version,
      );
      expect(await harness.write(org, ns, { delete: [{ id: 'again' }, { id: 'never' }] })).toMatchObject({
        deleted: 1,
        missing: 1,
      });
    }
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    expect(new Set(versions).size).toBe(5);
    const deleted = await harness.published<DocumentDeleted>(org, 'documents.document.deleted.v1');
    expect(deleted.flatMap(({ documents }) => documents).filter(({ id }) => id === 'again')).toHaveLength(5);
  });

  it('keeps one of a hundred concurrent writes whole, the one with the greatest version [DOC-14]', async () => {
    const writes = Array.from({ length: 100 }, (_, n) =>
      harness.write(org, ns, { upsert: [{ id: 'busy', attributes: { n, twice: 2 * n }, state: { n } }] }),
    );
    const replies = await Promise.all(writes);
    const last = Math.max(...replies.map(({ documents }) => documents[0].version));
    const read = await one('busy');
    expect(read.version).toBe(last);
    const { n } = read.state as { n: number };
    expect(read.attributes).toEqual({ n, twice: 2 * n });
    const { rows } = await harness.database.query(`select name from attribute where document_id = 'busy'`);
    expect(rows).toHaveLength(2);
  }, 60_000);

  it('notifies judgments of the answers that it invalidates, each set once, and of no others [FRS-04]', async () => {
    const place = 'w/invalidate';
    await harness.putJudgment(org, place, 'note');
    await harness.putJudgment(org, place, 'total', { read_paths: ['attributes.total'], policy: 'on_read' });
    await harness.putJudgment(org, place, 'vip', {
      read_paths: ['state.note', 'attributes.vip'],
      applies_to: { 'attributes.vip': true },
    });
    const ids = ['t1', 't2', 't3'];
    await harness.write(org, place, {
      upsert: ids.map((id) => ({ id, attributes: { vip: id === 't3', total: 1 }, state: { note: 'n' } })),
    });
    const changed = async () => {
      const facts = await harness.published<DocumentChanged>(org, 'documents.document.changed.live.v1');
      return facts.filter(({ namespace }) => namespace === place);
    };
    const [first] = await changed();
    expect(first.sets).toEqual([['jdg_note'], ['jdg_note', 'jdg_vip']]);
    expect(first.documents.map(({ id, set }) => [id, set])).toEqual([
      ['t1', 0],
      ['t2', 0],
      ['t3', 1],
    ]);
    await harness.write(org, place, { patch: [{ id: 't1', attributes: { total: 2 } }] });
    expect(await changed()).toHaveLength(1);
    await harness.write(org, place, { patch: [{ id: 't1', state: { note: 'm' } }] });
    expect(await changed()).toHaveLength(2);
  });

  it('counts documents that fail the condition as skipped, and creates absent ones', async () => {
    const write = {
      upsert: [
        { id: 'a', state: {} },
        { id: 'new', state: {} },
      ],
      condition: { 'attributes.seller': 's1' },
    };
    expect(await harness.write(org, ns, write)).toMatchObject({ upserted: 1, skipped: 1 });
    expect((await one('a')).attributes).toMatchObject({ seller: 's9' });
  });

  it('with an effect id takes effect once', async () => {
    const write = { append: [{ id: 'app', path: 'state.log', values: [1] }] };
    const first = await harness.write(org, ns, write, 'clm_1');
    await harness.write(org, ns, { patch: [{ id: 'app', state: { log: null } }] });
    expect(await harness.write(org, ns, write, 'clm_1')).toEqual(first);
    expect((await one('app')).state).not.toHaveProperty('log');
  });

  it('measures numbers in the plain digits that a read shows [defect S-H2]', async () => {
    const write = (id: string, content: object) => harness.write(org, ns, { upsert: [{ id, ...content }] });
    const bomb = { a: Array.from({ length: 60_000 }, () => 1e308) };
    const tooLarge = { code: 'too_large', details: { reason: 'state_bytes', path: '/upsert/0/state' } };
    await expect(write('bomb', { state: bomb })).rejects.toMatchObject(tooLarge);
    const small = { a: Array.from({ length: 60_000 }, () => 5e-324) };
    await expect(write('bomb', { state: small })).rejects.toMatchObject(tooLarge);
    await write('bomb', { state: { a: bomb.a.slice(0, 3_300) } });
    expect(JSON.stringify((await one('bomb')).state).length).toBeGreaterThan(20_000);
    const { rows } = await harness.database.query<{ printed: number; bytes: number }>(
      `select octet_length(state::text) as printed, bytes from document where id = 'bomb'`,
    );
    expect(rows[0].printed).toBeGreaterThan(1_000_000);
    expect(Math.abs(rows[0].printed - rows[0].bytes)).toBeLessThan(10_000);
    const grown = harness.write(org, ns, {
      append: [{ id: 'bomb', path: 'state.b', values: bomb.a.slice(0, 1).concat(2e307) }],
    });
    await expect(grown).resolves.toMatchObject({ appended: 1 });
    const patched = harness.write(org, ns, { patch: [{ id: 'bomb', state: { b: bomb.a.slice(0, 1_000) } }] });
    await expect(patched).rejects.toMatchObject({ code: 'too_large', details: { path: '/patch/0/state' } });
  });

  it('bounds the stored bytes of the documents that one write changes [defect S-H1]', async () => {
    const ids = Array.from({ length: 20 }, (_, n) => `heavy${n}`);
    for (const id of ids) await harness.write(org, ns, { upsert: [{ id, state: { text: 'x'.repeat(900_000) } }] });
    const patchOf = (some: string[]) => ({ patch: some.map((id) => ({ id, state: { more: 1 } })) });
    const refused = { code: 'too_large', details: { reason: 'write_bytes', limit: 16 * 1024 * 1024 } };
    await expect(harness.write(org, ns, patchOf(ids))).rejects.toMatchObject(refused);
    await expect(harness.write(org, ns, patchOf(ids), 'clm_heavy')).rejects.toMatchObject(refused);
    expect(await harness.write(org, ns, patchOf(ids.slice(0, 10)))).toMatchObject({ patched: 10 });
    const filter = { id: { prefix: 'heavy' } };
    const write = { type: 'patch_by_filter', filter, patch: { state: { more: 2 } } } as const;
    expect((await harness.writeByFilter(org, ns, write)).body).toMatchObject({ patched: 20 });
    const deletion = { type: 'delete_by_filter', filter } as const;
    expect((await harness.writeByFilter(org, ns, deletion)).body).toMatchObject({ deleted: 20 });
  });

  it('bounds the bytes of attributes, so that a read of the document fits a response [defect S-H2]', async () => {
    const escaped = '\u0001'.repeat(1024);
    const attributes = Object.fromEntries(
      Array.from({ length: 14 }, (_, n) => [
        `n${n}`,
        Array.from({ length: 64 }, (__, m) => `${m}${escaped}`.slice(0, 1024)),
      ]),
    );
    const { n13: last, ...fitting } = attributes;
    await harness.write(org, ns, { upsert: [{ id: 'escapes', attributes: fitting }] });
    const refused = harness.write(org, ns, { patch: [{ id: 'escapes', attributes: { n13: last } }] });
    await expect(refused).rejects.toMatchObject({
      code: 'too_large',
      details: { reason: 'attributes', path: '/patch/0/attributes' },
    });
  });

  it('refuses content past the limits [DOC-10]', async () => {
    const refused = async (write: Parameters<DocumentsHarness['write']>[2]) => {
      const error: unknown = await harness.write(org, ns, write).catch((thrown: unknown) => thrown);
      return error instanceof Problem ? [error.code, error.details.reason] : error;
    };
    const text = 'x'.repeat(600_000);
    await harness.write(org, ns, { upsert: [{ id: 'big', state: { a: text } }] });
    expect(await refused({ patch: [{ id: 'big', state: { b: text } }] })).toEqual(['too_large', 'state_bytes']);
    const attributes = Object.fromEntries(Array.from({ length: 64 }, (_, n) => [`n${n}`, n]));
    await harness.write(org, ns, { upsert: [{ id: 'wide', attributes }] });
    expect(await refused({ patch: [{ id: 'wide', attributes: { more: 1 } }] })).toEqual(['too_large', 'attributes']);
    expect(await refused({ upsert: [{ id: 'i', images: { photo: 'img_1' } }] })).toEqual(['unknown_image', undefined]);
    expect(await refused({ upsert: [{ id: 'f', created_at: '2999-01-01T00:00:00Z' }] })).toEqual([
      'invalid_request',
      'bad_timestamp',
    ]);
  });
});
