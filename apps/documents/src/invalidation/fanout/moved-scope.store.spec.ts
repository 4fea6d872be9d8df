import { documentsSql } from '../../../sql';
import { SettingCopyService } from '../../apply/copy/setting-copy.service';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { ScopeRoom } from './scope-room.fake';

const org = 'org_scopes';
const upgrade = documentsSql.migrations.find(({ name }) => name.startsWith('0005-'))!.text;
const open = { where: { 'attributes.open': true } };
let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments(8);
}, 60_000);
afterAll(() => harness.close());
const roomOf = (ns: string) => new ScopeRoom(harness, org, ns);
const openWalks = async () => (await harness.database.query('select from reader_walk')).rowCount;

/** Open and closed orders that a change of their customer has found so: the closed ones were left out. */
async function leaveOut(room: ScopeRoom, put = () => room.scope(open)): Promise<void> {
  await put();
  await room.tier('gold');
  await room.fanOut();
  for (const id of ['closed1', 'closed2', 'open']) await room.order(id, id === 'open');
  await room.judge('closed1', 'closed2', 'open');
  await room.tier('silver');
  await room.fanOut();
  await room.judge('open');
  expect(await room.statuses('closed1', 'closed2', 'open')).toEqual(['fresh', 'fresh', 'fresh']);
  await room.told();
}

it('has the answers that were left out judged again once their scope is taken away [REL-F3]', async () => {
  const room = roomOf('moved/away');
  await leaveOut(room);
  await room.scope(null, room.fanout(null, 60_000));
  // From the reply on, whatever the walk does; what was judged after the change is fresh.
  expect(await room.statuses('closed1', 'closed2', 'open')).toEqual(['related_changed', 'related_changed', 'fresh']);
  expect(await room.stale()).toEqual(['closed1', 'closed2']);
  const filter = { 'answers.late.status': 'fresh' };
  expect((await harness.query(org, room.ns, { filter, count: true, include: [] })).count).toBe(1);
  await room.judge('closed1');
  expect(await room.statuses('closed1')).toEqual(['fresh']);
  // Its debounce is that of the fan-out.
  expect([await harness.readers.turn(), await openWalks(), await room.told()]).toEqual([false, 1, []]);
  await harness.database.query(`update reader_walk set due_at = app.now()`);
  await room.walk();
  expect(await openWalks()).toBe(0);
  // The rolling limit counts what a fan-out asks for.
  expect(await room.told()).toMatchObject([
    { cause: 'fanout', sets: [['jdg_late']], documents: [{ id: 'closed2' }], namespace: room.ns },
  ]);
  expect(await room.statuses('closed1', 'closed2', 'open')).toEqual(['fresh', 'related_changed', 'fresh']);
  await room.judge('closed2');
  expect(await room.stale()).toEqual([]);
});

it('reads fan-outs of the answers as deferred past the rolling limit, as any [REL-F3] [REL-13]', async () => {
  const room = roomOf('moved/deferred');
  await leaveOut(room);
  await room.scope(null);
  await room.walk();
  const deferral = { organization: org, namespace: room.ns, judgment_id: 'jdg_late', resumes_at: null };
  await new SettingCopyService(harness.database).applyDeferral({ ...deferral, deferred: true, revision: 1 });
  expect(await room.statuses('closed1', 'open')).toEqual(['fanout_deferred', 'fresh']);
});

it('leaves answers alone where the change of the scope lets none in, and where none was left out [REL-F3]', async () => {
  const room = roomOf('moved/narrower');
  await leaveOut(room);
  const where = { ...open.where, 'attributes.vip': true };
  for (const narrower of [{ where }, { where, created_within: '30d' }, { where, created_within: '10d' }]) {
    await room.scope(narrower);
    expect([await room.stale(), await openWalks()]).toEqual([[], 0]);
  }
  // Another scope: what lies outside reads fresh, what comes in does not.
  await room.patch('closed2', { vip: true });
  await room.scope({ where: { 'attributes.vip': true } });
  expect(await room.statuses('closed1', 'closed2', 'open')).toEqual(['fresh', 'related_changed', 'fresh']);
  await room.walk();
  expect([await room.toldIds(), await openWalks()]).toEqual([['closed2'], 0]);
  expect(await room.statuses('closed1', 'closed2')).toEqual(['fresh', 'related_changed']);

  const nothing = roomOf('moved/nothing');
  await nothing.scope(open);
  await nothing.order('o1', false);
  await nothing.judge('o1');
  await nothing.scope(null);
  expect(await nothing.statuses('o1')).toEqual(['fresh']);
  await nothing.walk();
  expect([await nothing.statuses('o1'), await openWalks()]).toEqual([['fresh'], 0]);
});

it('finds a longer age as well as a wider filter, and leaves the rest fresh [REL-F3] [REL-04]', async () => {
  const room = roomOf('moved/age');
  const created_at = new Date(Date.now() - 40 * 86_400_000).toISOString();
  await room.scope({ created_within: '30d' });
  await room.order('old', true, { created_at });
  await room.judge('old');
  await room.tier('silver');
  await room.fanOut();
  await room.scope({ created_within: '35d' });
  expect(await room.statuses('old')).toEqual(['fresh']);
  await room.walk();
  await room.scope({ created_within: '50d' });
  expect(await room.statuses('old')).toEqual(['related_changed']);
});

it('marks answers of policies that wait at once, and notifies nobody [REL-F3]', async () => {
  const room = roomOf('moved/manual');
  await leaveOut(room);
  await room.scope(null, { policy: 'manual', ...room.fanout(null, 60_000) });
  expect(await room.stale()).toEqual(['closed1', 'closed2']);
  await room.walk();
  expect([await openWalks(), await room.told(), await room.stale()]).toEqual([0, [], ['closed1', 'closed2']]);
});

it('follows the scope of a template where it holds, and the one of a namespace where that has its own [REL-F3] [TPL-02]', async () => {
  const [follows, own] = [roomOf('tree/follows'), roomOf('tree/own')];
  const template = (scope: Parameters<ScopeRoom['scope']>[0]) => follows.scope(scope, {}, 'tree/*');
  await template(open);
  await own.override(open);
  for (const room of [follows, own]) await leaveOut(room, async () => undefined);
  await template(null);
  expect([await follows.stale(), await own.stale()]).toEqual([['closed1', 'closed2'], []]);
  await follows.walk();
  expect([await follows.toldIds(), await own.toldIds(), await openWalks()]).toEqual([['closed1', 'closed2'], [], 0]);

  // The namespace takes up the template's again, which reaches all its orders.
  await own.override(undefined);
  expect(await own.stale()).toEqual(['closed1', 'closed2']);
  await own.walk();
  expect([await own.toldIds(), await openWalks()]).toEqual([['closed1', 'closed2'], 0]);
  await own.judge('closed1', 'closed2');
  await own.override({ created_within: '1d' });
  expect([await own.stale(), await openWalks()]).toEqual([[], 0]);
});

it('reads the scope of the template again once a namespace deletes its copy [REL-F3] [TPL-12]', async () => {
  const room = roomOf('copied/t');
  await room.scope(null, {}, 'copied/*');
  const copy = { copied: { stored: 1, shown: 1 } };
  await leaveOut(room, () => room.scope(open, copy));
  await room.scope(open, { ...copy, archived: true });
  expect(await room.stale()).toEqual(['closed1', 'closed2']);
});

it('judges by the settings of the namespace while a narrower judgment hides its own [REL-F3] [TPL-02]', async () => {
  const room = roomOf('hid/t');
  await room.scope({ where: { 'attributes.never': true } }, {}, 'hid/*');
  await room.override(open);
  await room.order('o1', true);
  await room.judge('o1');
  await harness.putJudgment(org, room.ns, 'late', { judgment_id: 'jdg_narrow' });
  await room.tier('silver');
  await room.fanOut();
  await harness.putJudgment(org, room.ns, 'late', { judgment_id: 'jdg_narrow', archived: true });
  expect(await room.statuses('o1')).toEqual(['related_changed']);
});

it('compares all answers that are older than the upgrade once a scope moves, and none before [REL-F3]', async () => {
  const room = roomOf('upgraded');
  await leaveOut(room);
  // As the build of before: nothing noted what was left out.
  await harness.database.query('delete from left_out');
  await harness.database.query(upgrade.slice(upgrade.indexOf('insert into left_out')));
  expect(await room.stale()).toEqual([]);
  await room.scope(null);
  expect(await room.stale()).toEqual(['closed1', 'closed2', 'open']);
  // What is judged after the change of the scope is fresh, also on the day of the upgrade.
  await room.judge('open');
  expect(await room.statuses('open')).toEqual(['fresh']);
  await room.walk();
  expect(await room.toldIds()).toEqual(['closed1', 'closed2']);
  await harness.database.query('delete from left_out where namespace_id = 0');
});

it('notes once what a fan-out has left out, and nothing where it left nothing out [REL-F3]', async () => {
  const room = roomOf('noted');
  const noted = async () =>
    (
      await harness.database.query<{ since: Date }>(
        `select since from left_out where namespace_id = (select id from namespace where name = $1)`,
        [room.ns],
      )
    ).rows;
  await room.scope(open);
  await room.order('o1', true);
  await room.judge('o1');
  await room.tier('gold');
  await room.fanOut();
  expect(await noted()).toEqual([]);
  await room.order('o2', false);
  await room.judge('o2');
  await room.tier('silver');
  const { rows } = await harness.database.query<{ at: Date }>(
    `select updated_at as at from document where id = 'c1'
    and namespace_id = (select id from namespace where name = $1)`,
    [room.ns],
  );
  await room.fanOut();
  expect(await noted()).toEqual([{ since: new Date(rows[0].at.getTime() + 1) }]);
});
