import { Effects, Vault } from '@app/persistence';
import type { Database } from '@app/persistence';
import {
  buffersOf,
  callerOf,
  describePages,
  explained,
  statementsOf,
  movedClock,
  openFreshDatabase,
  sixPages,
  testMasterKey,
} from '@app/testing';
import { gatewaySchema } from './app.schema';
import { ProviderList } from './identity/provider/provider-list';
import { AuditReader } from './identity/audit/audit-reader';
import { KeyService } from './identity/key/key.service';
import type { LinkMails } from './identity/mail/link-mails';
import type { MailSender } from './identity/mail/mail-sender';
import { MemberSessions } from './identity/member/member-sessions';
import { Members } from './identity/member/members';
import type { ModelSetters } from './identity/organization/model-setters';
import { OrganizationService } from './identity/organization/organization.service';
import { defaultMost } from './identity/organization/most';
import type { Principal } from './identity/principal/principal';
import type { SessionOpener } from './identity/sign-in/session-opener';
import { readSessionsChangedBetween } from './identity/session/session.store';
import { findCredential } from './identity/sign-in/credential.store';
import { Sessions } from './identity/sign-in/sessions';

const org = 'org_plans';
const limit = 20;
const many = 1_500;
let database: Database;

const each = `generate_series(1, ${many}) n, unnest(array['${org}', 'org_other']) o`;
const sessionColumns =
  'id, hash, account_id, organization_id, method, proved_at, expires_at, ends_at, revoked_at, only_organization';
const later = `app.now() + interval '1 hour'`;

/** People of two organizations, and what one person and one organization left behind. */
const filling = [
  `insert into organization (id, name, plan) select o, o, 'scale' from unnest(array['${org}', 'org_other']) o`,
  `insert into account (id, email, email_key, verified_at)
   select 'usr_' || n, 'p' || n || '@x.example', 'p' || n || '@x.example', app.now() from generate_series(1, ${many}) n`,
  `insert into member (id, organization_id, email, role, account_id, accepted_at)
   select 'mem_' || left(o, 5) || n, o, 'p' || n || '@x.example', 'member', 'usr_' || n, app.now() from ${each}`,
  `insert into api_key (id, organization_id, public_id, hash, role, scope, revoked_at)
   select case when live then 'key_z' else 'key_a' end || o || n, o, live || o || n, 'x', 'read_only', '*', case when not live then app.now() end
   from ${each}, unnest(array[true, false]) live`,
  `insert into audit (id, organization_id, actor, action) select 'aud_' || n || o, o, 'operator', 'spec' from ${each}`,
  `insert into session (${sessionColumns})
   select 'ses_a' || n || o, convert_to('a' || n || o, 'UTF8'), 'usr_' || n, o, 'password', app.now(), ${later}, ${later}, null, false from ${each}`,
  `insert into session (${sessionColumns})
   select 'ses_b' || n || o, convert_to('b' || n || o, 'UTF8'), 'usr_7', o, 'password', app.now(), ${later}, ${later}, app.now(), false from ${each}`,
  'vacuum analyze',
];

let keys: KeyService;
let organizations: OrganizationService;
let audits: AuditReader;
let members: Members;
let sessions: Sessions;
let memberSessions: MemberSessions;
let providers: ProviderList;
beforeAll(async () => {
  database = await openFreshDatabase(gatewaySchema);
  for (const text of filling) await database.query(text);
  const effects = new Effects(database, new Vault(testMasterKey, 'gateway'));
  // Reads mail nothing and open no session.
  const sender = { sends: true } as MailSender;
  keys = new KeyService(effects, database, movedClock);
  organizations = new OrganizationService(effects, database, movedClock);
  audits = new AuditReader(database);
  members = new Members(database, effects, {} as LinkMails, movedClock, { publicUrl: 'http://x.example' });
  sessions = new Sessions(database, {} as SessionOpener, sender, { includes: () => false } as unknown as ModelSetters);
  memberSessions = new MemberSessions(database, effects);
  providers = new ProviderList(database, sender);
}, 60_000);
afterAll(() => database.close());

const who = callerOf(org);
const principal = {
  id: 'usr_7',
  caller: who,
  organization: { id: org },
  session: { id: `ses_a7${org}`, account: 'usr_7' },
} as unknown as Principal;

describePages({
  database: () => database,
  limit,
  // When a member was seen last is read of as many sessions as a person may have.
  rowsOf: { session: defaultMost.sessionsPerPerson },
  routes: {
    'GET /api-keys': () => sixPages((cursor) => keys.list(who, { limit, cursor })),
    'GET /organization': () => organizations.show(org),
    'GET /organization/audit': () => sixPages((cursor) => audits.list(org, { limit, cursor })),
    'GET /organization/audit, of one kind': () =>
      sixPages((cursor) => audits.list(org, { limit, cursor, action: 'spec' })),
    'GET /organization/audit, of one actor': () =>
      sixPages((cursor) => audits.list(org, { limit, cursor, actor: 'operator' })),
    'GET /organization/audit/export': () => audits.export(principal, { limit }),
    'GET /organization/members': () => sixPages((cursor) => members.list(principal, { limit, cursor })),
    'GET /organization/sessions': () => sixPages((cursor) => memberSessions.list(principal, { limit, cursor })),
    'GET /organization/providers': () => providers.listOfOrganization(org),
    'GET /sign-in/providers': () => providers.listForAddress('p7@x.example'),
    'GET /sessions': () => sessions.list(principal),
    'GET /sessions/current': () => sessions.readCurrent(principal),
    'GET /user': () => sessions.readUser(principal),
    'POST /sessions': () => findCredential(database, 'p7@x.example', null),
  },
});

it('a look at what changed of sessions reads those of the people who changed [S-F7]', async () => {
  const sent = await statementsOf(() => readSessionsChangedBetween(database, 1_000_000, 2_000_000));
  await database.query("update account set revision = 1500000 where id = 'usr_7'");
  await database.query('analyze account');
  const plan = await explained(database, sent[0], sent[0].values);
  expect(buffersOf(plan)).toBeLessThan(100);
});
