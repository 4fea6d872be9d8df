import { Outdated } from '../write/commit.store';
import { DocumentsHarness, openDocuments } from '../testing/documents-harness';
import { Summaries } from '../testing/summaries';

let harness: DocumentsHarness;
let summaries: Summaries;
const org = 'org_owned';
const groups = { by_seller: { busy: { orders: '6 to below 10' } } };

beforeAll(async () => {
  harness = await openDocuments();
  summaries = new Summaries(harness, org);
}, 60_000);
afterAll(() => harness.close());

/** A prefix with a group and tenants, whose summary is written into `<name>/board`. */
async function publish(name: string, tenants: readonly string[]): Promise<string> {
  await summaries.putGroup(`${name}/p/*`);
  await summaries.makeTenants(`${name}/p`, tenants);
  await summaries.put(`${name}/p/*`, `${name}/board`);
  await summaries.sweep();
  return `${name}/board`;
}

describe('a summary', () => {
  it('leaves a document alone that it did not make, says so once, and writes the others [REL-F4]', async () => {
    const own = { id: 'a/p/t1', attributes: { owner: 'ann', plan: 'gold' }, state: { contract: 'to May' } };
    await harness.write(org, 'a/board', { upsert: [own] });
    const board = await publish('a', ['t1', 't2']);
    expect(await summaries.document(board, 'a/p/t1')).toMatchObject({ ...own, version: expect.any(Number) });
    expect(await summaries.document(board, 'a/p/t2')).toMatchObject({
      attributes: { tenant: 'a/p/t2' },
      state: { groups },
    });
    const failed = { failure: 'document_exists', failing_tenant: 'a/p/t1', failing_since: expect.any(String) };
    expect(await summaries.get('a/p/*')).toMatchObject(failed);
    await summaries.sweep();
    expect(await summaries.failures()).toEqual([{ namespace: board, template: 'a/p/*', reason: 'document_exists' }]);
    const { rows } = await harness.database.query(
      `select next_at > app.now() + interval '50 min' as "isHourly" from summary where scope = 'a/p/*'`,
    );
    expect(rows).toEqual([{ isHourly: true }]);
    await harness.write(org, board, { delete: [{ id: 'a/p/t1' }] });
    await summaries.put('a/p/*', board);
    await summaries.sweepDue();
    expect(await summaries.document(board, 'a/p/t1')).toMatchObject({ state: { groups } });
    expect(await summaries.get('a/p/*')).toMatchObject({ failing_since: null, failure: null, failing_tenant: null });
    await summaries.delete('a/p/*');
    await summaries.sweepDue();
    expect(await summaries.ids(board)).toEqual([]);
  });

  it('leaves a document alone when it goes that it did not make, and one that was made anew [REL-F4]', async () => {
    await harness.write(org, 'b/board', { upsert: [{ id: 'b/p/t1', attributes: { owner: 'ann' } }] });
    const board = await publish('b', ['t1', 't2', 't3']);
    await harness.write(org, board, { delete: [{ id: 'b/p/t2' }] });
    await harness.write(org, board, { upsert: [{ id: 'b/p/t2', attributes: { owner: 'bob' } }] });
    await summaries.sweep();
    expect((await summaries.document(board, 'b/p/t2')).attributes).toEqual({ owner: 'bob' });
    await summaries.delete('b/p/*');
    await summaries.sweepDue();
    expect(await summaries.ids(board)).toEqual(['b/p/t1', 'b/p/t2']);
  });

  it('keeps members that others add, and takes its own away when it goes [REL-F4]', async () => {
    const board = await publish('c', ['t1', 't2']);
    const { version } = await summaries.document(board, 'c/p/t1');
    await harness.write(org, board, { patch: [{ id: 'c/p/t1', attributes: { plan: 'gold' }, state: { note: 'x' } }] });
    await summaries.sweep();
    const patched = await summaries.document(board, 'c/p/t1');
    expect(patched).toMatchObject({ attributes: { tenant: 'c/p/t1', plan: 'gold' }, state: { groups, note: 'x' } });
    expect(patched.version).toBeGreaterThan(version!);
    await summaries.makeTenants('c/p', ['t1'], 12);
    await summaries.sweep();
    const moved = { by_seller: { busy: { orders: '10 or more' } } };
    expect(await summaries.document(board, 'c/p/t1')).toMatchObject({
      attributes: { tenant: 'c/p/t1', plan: 'gold' },
      state: { groups: moved, note: 'x' },
    });
    await harness.write(org, 'c/p/t1', { delete: Array.from({ length: 12 }, (_, n) => ({ id: `o${n}` })) });
    await summaries.sweep();
    expect((await summaries.document(board, 'c/p/t1')).state).toEqual({ groups: { by_seller: {} }, note: 'x' });
    await summaries.delete('c/p/*');
    await summaries.sweepDue();
    expect(await summaries.documents(board)).toMatchObject([
      { id: 'c/p/t1', attributes: { plan: 'gold' }, state: { note: 'x' } },
    ]);
    expect((await summaries.document(board, 'c/p/t1')).state).toEqual({ note: 'x' });
  });

  it('writes nothing when no band has moved, also beside members of others [REL-F4]', async () => {
    const board = await publish('d', ['t1']);
    await harness.write(org, board, { patch: [{ id: 'd/p/t1', attributes: { plan: 'gold' } }] });
    const { version } = await summaries.document(board, 'd/p/t1');
    await summaries.sweep();
    expect((await summaries.document(board, 'd/p/t1')).version).toBe(version);
  });

  it('does not write over a document that a user makes after it looked [REL-F4]', async () => {
    await summaries.putGroup('e/p/*');
    await summaries.makeTenants('e/p', ['t1', 't2']);
    await summaries.put('e/p/*', 'e/board');
    await harness.countGroups();
    // Its transaction holds a connection, so the user writes outside of its turn.
    let look = (): void => undefined;
    const looked = new Promise<void>((resolve) => (look = resolve));
    const made = looked.then(() =>
      harness.write(org, 'e/board', { upsert: [{ id: 'e/p/t1', attributes: { owner: 'ann' } }] }),
    );
    const write = harness.lockedWrites.writeWithin.bind(harness.lockedWrites);
    const spy = jest.spyOn(harness.lockedWrites, 'writeWithin').mockImplementationOnce(async (...request) => {
      look();
      await made;
      return write(...request);
    });
    await summaries.sweepDue();
    spy.mockRestore();
    expect(await summaries.document('e/board', 'e/p/t1')).toMatchObject({ attributes: { owner: 'ann' }, state: {} });
    expect(await summaries.document('e/board', 'e/p/t2')).toMatchObject({ state: { groups } });
    expect(await summaries.get('e/p/*')).toMatchObject({ failure: 'document_exists', failing_tenant: 'e/p/t1' });
  });

  it('looks again when somebody writes while it commits [REL-F4]', async () => {
    await summaries.putGroup('g/p/*');
    await summaries.makeTenants('g/p', ['t1', 't2']);
    await summaries.put('g/p/*', 'g/board');
    await harness.countGroups();
    const spy = jest.spyOn(harness.lockedWrites, 'writeWithin').mockRejectedValueOnce(new Outdated());
    await summaries.sweepDue();
    spy.mockRestore();
    expect(await summaries.ids('g/board')).toEqual(['g/p/t1', 'g/p/t2']);
    expect(await summaries.get('g/p/*')).toMatchObject({ failing_since: null });
  });

  it('goes on with documents that builds before have written [REL-F4]', async () => {
    const board = await publish('f', ['t1', 't2']);
    await harness.database.query('update summary_document set born = null where place = $1', [board]);
    await summaries.makeTenants('f/p', ['t1'], 12);
    await summaries.sweep();
    expect(await summaries.get('f/p/*')).toMatchObject({ failing_since: null });
    expect((await summaries.document(board, 'f/p/t1')).state).toMatchObject({
      groups: { by_seller: { busy: { orders: '10 or more' } } },
    });
    const { rows } = await harness.database.query('select from summary_document where place = $1 and born is null', [
      board,
    ]);
    expect(rows).toHaveLength(0);
  });
});
