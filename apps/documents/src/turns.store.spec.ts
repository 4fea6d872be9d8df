import { LeasedRow } from '@app/persistence';
import { dependentWalks } from './invalidation/fanout/dependent-walk.store';
import { linkBuilds } from './invalidation/relation/link.store';
import { subscriptionWalks } from './subscription/walk/walk.store';
import { DocumentsHarness, openDocuments } from './testing/documents-harness';

let harness: DocumentsHarness;
beforeAll(async () => {
  harness = await openDocuments();
}, 60_000);
afterAll(() => harness.close());

/** What a walk of one document of an organization waits for, while another organization has eight walks of many. */
interface Kind {
  /** Adds walks. */
  add(organization: string, walks: number): Promise<unknown>;
  claim(): Promise<(LeasedRow & { organization: string }) | null>;
  /** SQL that gives all back, as their steps do. */
  giveBack: string;
}

const all = "lease_until = app.now() - interval '1 ms' where lease_until > app.now()";
const kinds: Record<string, Kind> = {
  'the readers of a name': {
    add: (organization, walks) =>
      harness.database.query(
        `insert into reader_walk (organization, judgment_id, scope, since, due_at)
         select $1, 'jdg_' || n, 'a/*', app.now(), app.now() from generate_series(1, $2::int) n`,
        [organization, walks],
      ),
    claim: () => dependentWalks.claim(harness.database),
    giveBack: `update reader_walk set ${all}`,
  },
  'a subscription': {
    add: (organization, walks) =>
      harness.database.query(
        `insert into subscription_walk (organization, subscription_id, scope, kind, quiet, lease_until)
         select $1, n, 'a/*', 'filter', false, app.now() - interval '1 ms' from generate_series(1, $2::int) n`,
        [organization, walks],
      ),
    claim: () => subscriptionWalks.claim(harness.database),
    giveBack: `update subscription_walk set ${all}`,
  },
};

it.each(Object.keys(kinds))('a walk of %s waits for one step of each other organization [REL-F8]', async (kind) => {
  const { add, claim, giveBack } = kinds[kind];
  await add('org_a', 8);
  for (let n = 0; n < 3; n++) {
    expect(await claim()).toMatchObject({ organization: 'org_a' });
    await harness.database.query(giveBack);
  }
  await add('org_b', 1);
  const next = [(await claim())!, (await claim())!].map(({ organization }) => organization);
  expect(next).toContain('org_b');
});

it('a build of links waits for one step of each other build [REL-F8]', async () => {
  for (const name of ['a/one', 'a/two']) {
    await harness.database.query(
      `with made as (insert into namespace (organization, name) values ('org_a', $1) returning id)
       insert into link_name (namespace_id, name) select id, 'account' from made`,
      [name],
    );
  }
  const built: string[] = [];
  for (let n = 0; n < 4; n++) {
    const build = (await linkBuilds.claim(harness.database))!;
    built.push(build.namespace);
    await linkBuilds.advanceAndRelease(harness.database, build, { ...build, cleared: true });
  }
  expect(built).toEqual(['a/one', 'a/two', 'a/one', 'a/two']);
});
