import type { ServiceConfig } from '@app/boot';
import { Call } from '@app/bus';
import type { Database } from '@app/persistence';
import { callerOf, describePages, movedClock, openFreshDatabase, sixPages } from '@app/testing';
import type { billingSettings } from './app.config';
import { billingSchema } from './app.schema';
import { QuotaHandler } from './quota/quota.handler';
import { prices } from './testing/fixtures';
import { DailyService } from './usage/daily.service';
import { UsageHandler } from './usage/usage.handler';
import { UsageService } from './usage/usage.service';

const org = 'org_plans';
const limit = 20;
const many = 1_500;
const slots = 4;
let database: Database;
let usage: UsageHandler;
let quota: QuotaHandler;

const each = `generate_series(1, ${many}) n, unnest(array['${org}', 'org_other']) o`;
const months = `unnest(array[to_char(app.now() at time zone 'utc', 'YYYY-MM'), '2026-01']) m`;
const spread = `generate_series(0, ${slots - 1}) s`;

/** What two organizations used in this month and in one that is closed. */
const filling = [
  `insert into namespace_slot (organization, month, namespace, slot, units, tokens, cost_usd)
   select o, m, 'plans/t' || n, s, 1, 1, 0.1 from ${each}, ${months}, ${spread}`,
  `insert into judgment_slot (organization, month, namespace, judgment_id, slot, units)
   select o, m, 'plans/t' || n, 'jdg_1', s, 1 from ${each}, ${months}, ${spread}`,
  `insert into judgment_name (organization, judgment_id, name) select o, 'jdg_' || n, 'j' || n from ${each}`,
  `insert into tenant_month (organization, month, namespace) select o, m, 'plans/t' || n from ${each}, ${months}`,
  `insert into pinned_month (organization, month, namespace, byte_seconds) select o, m, 'plans/t' || n, 1 from ${each}, ${months}`,
  `insert into storage (organization, namespace, documents, bytes, pinned, measured_at)
   select o, 'plans/t' || n, 1, 1, n % 2 = 0, app.now() from ${each}`,
  `insert into closed_usage (organization, month, fees) values ('${org}', '2026-01', '{"tenantUsd": "1", "pinnedUsdPerGib": "1"}')`,
  `insert into closed_namespace (organization, month, namespace, units, tokens, cost_usd, by_judgment, active, byte_seconds)
   select o, '2026-01', 'plans/t' || n, 1, 1, 1, '{"j1": "1"}', true, 1 from ${each}`,
  'vacuum analyze',
];

beforeAll(async () => {
  database = await openFreshDatabase(billingSchema);
  for (const text of filling) await database.query(text);
  const config = { prices } as unknown as ServiceConfig<typeof billingSettings>;
  usage = new UsageHandler(new UsageService(database, movedClock, config), new DailyService(database, movedClock));
  quota = new QuotaHandler(database, config);
}, 60_000);
afterAll(() => database.close());

const call = () => Call.within(undefined, callerOf(org, { plan: 'developer' }));

describePages({
  database: () => database,
  limit,
  rowsOf: { namespace_slot: slots, judgment_slot: slots },
  // A line is made of the rows of five tables.
  sortsOf: 2 * slots,
  // Of the namespaces with usage in one month of one organization.
  sums: ['whole', 'names_of_whole'],
  routes: {
    'GET /usage': () => sixPages((cursor) => usage.report({ limit, cursor }, call())),
    'GET /usage, of a closed month': () =>
      sixPages((cursor) => usage.report({ limit, cursor, month: '2026-01' }, call())),
    'GET /usage, of a prefix': () => usage.report({ limit, namespace_prefix: 'plans/t7*' }, call()),
    'GET /organization/quotas': () => quota.report(call()),
  },
});
