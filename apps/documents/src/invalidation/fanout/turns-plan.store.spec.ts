import { buffersOf, explained } from '@app/testing';
import { DocumentsHarness, openDocuments } from '../../testing/documents-harness';
import { fanoutWalks } from './fanout.store';
import { TurnsRoom } from './turns-room.fake';

const many = 10_000;
const claim = `select * from claim_fanout_walk(interval '60 seconds')`;
/** Pages that a claim looks at: of three tables with their indexes, however many rows these have. */
const most = 100;

let harness: DocumentsHarness;
let room: TurnsRoom;
beforeAll(async () => {
  harness = await openDocuments();
  room = new TurnsRoom(harness);
}, 60_000);
beforeEach(() => room.clear());
afterAll(async () => {
  await room.clear();
  await harness.close();
});

const walk = (namespace: string, key: string, due: string) =>
  `select ${namespace}, 'jdg_late', 'customer', ${key}, nextval('fanout_round'), app.now(), app.now(), app.now() + ${due}`;
const into =
  'insert into fanout_walk (namespace_id, judgment_id, mine, key, round, first_change_at, last_change_at, due_at)';

/** Namespaces with one walk each. @param organization SQL over the number `n` of a namespace */
async function namespaces(organization: string, due: string): Promise<void> {
  const { database } = harness;
  const values = `select ${organization}, 'many/n' || n from generate_series(1, ${many}) n`;
  await database.query(`insert into namespace (organization, name) ${values}`);
  await database.query(`${into} ${walk('id', `'\\x3061'::bytea`, due)} from namespace where name like 'many/%'`);
  await database.query(`insert into fanout_turn (namespace_id, organization, wakes_at)
    select id, organization, app.now() + ${due} from namespace where name like 'many/%'`);
}

async function oneWalk(): Promise<void> {
  await room.add({ organization: 'org_b', namespace: 'b/one', keys: 1, documents: 0 });
}

/** Claims that have brought all who are due into line. */
async function claimAll(claims: number): Promise<void> {
  for (let n = 0; n < claims; n++) await fanoutWalks.claim(harness.database);
}

const fills: Record<string, () => Promise<void>> = {
  'walks of one namespace': async () => {
    await room.add({ organization: 'org_a', namespace: 'a/large', keys: many, documents: 0 });
    await claimAll(3);
    await oneWalk();
  },
  'walks of one namespace that wait for more changes': async () => {
    await room.add({ organization: 'org_a', namespace: 'a/large', keys: many, documents: 0 }, 3_600_000);
    await claimAll(3);
    await oneWalk();
  },
  'walks of one namespace that lets none run': async () => {
    await room.add({ organization: 'org_a', namespace: 'a/large', keys: many, documents: 0 });
    await harness.database.query(`update namespace set fanout = '{"enabled": false}'`);
    await oneWalk();
    await claimAll(1);
    await room.pass(61_000);
  },
  'namespaces of one organization': async () => {
    await namespaces(`'org_a'`, `interval '0'`);
    await claimAll(50);
    await oneWalk();
  },
  'organizations with a namespace each': async () => {
    await namespaces(`'org_' || n`, `interval '0'`);
    await claimAll(50);
    await oneWalk();
  },
  'organizations whose walks wait for more changes': async () => {
    await namespaces(`'org_' || n`, `interval '1 hour'`);
    await claimAll(3);
    await oneWalk();
  },
};

it.each(Object.keys(fills))(
  `a claim beside ${many} %s looks at as many pages as beside none [REL-F8]`,
  async (name) => {
    await fills[name]();
    for (let n = 0; n < 2; n++) {
      const plan = await explained(harness.database, claim, []);
      expect(plan['Actual Rows']).toBe(n === 0 || !/wait|lets/.test(name) ? 1 : 0);
      expect(Math.max(buffersOf(plan), most)).toBe(most);
    }
  },
  60_000,
);
