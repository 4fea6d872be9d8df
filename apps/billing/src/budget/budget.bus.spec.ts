import { Running } from '@app/boot';
import { Call } from '@app/bus';
import { Applied, eventFault, namespaceChanged, namespaceDeleted, namespaceSpend, reserveSpend } from '@app/contracts';
import {
  callerOf,
  ensureStreams,
  eventually,
  freshSchema,
  setClock,
  startService,
  testEnvironment,
  FakeService,
} from '@app/testing';
import { billingSchema } from '../app.schema';
import { billingService } from '../app.service';
import { LedgerService } from '../ledger/ledger.service';
import { askOf, recordedOf, saidOf, specEnv, turnsOf } from '../testing/fixtures';

const organization = 'org_budget';
const caller = callerOf(organization);
const { adminUrl } = testEnvironment();

describe('a budget', () => {
  let billing: Running;
  let judgments: FakeService;
  let documents: FakeService;

  beforeAll(async () => {
    await setClock(adminUrl, 0);
    await freshSchema(billingSchema);
    billing = await startService(billingService, { env: specEnv });
    await ensureStreams(billing);
    judgments = await FakeService.open('judgments');
    documents = await FakeService.open('documents');
  });
  afterAll(async () => {
    await setClock(adminUrl, 0);
    await Promise.all([judgments.stop(), documents.stop(), billing.stop()]);
  });

  const settings = (namespace: string, revision: number, budget_usd: number | null) => ({
    organization,
    namespace,
    revision,
    budget_usd,
    pinned: false,
    default_engine: null,
    fanout: {},
  });
  const setBudget = (namespace: string, revision: number, usd: number | null) =>
    documents.requester.apply<object, Applied>(
      namespaceChanged,
      'billing',
      settings(namespace, revision, usd),
      Call.within(),
    );
  const reserve = (namespace: string, asks = [askOf(1)]) =>
    judgments.ask(reserveSpend, { organization, namespace, asks }, caller);
  const spend = async (namespace: string, usd: number) =>
    billing.app.get(LedgerService).settle([recordedOf({ organization, namespace }, askOf(usd))]);
  const paused = async (namespace: string) =>
    (await documents.ask(namespaceSpend, { organization, namespace }, caller)).paused;

  it('pauses when spend reaches it, also without a request that would pass it [BUD-02] [BUD-08]', async () => {
    await setBudget('reach', 1, 2);
    await spend('reach', 1);
    expect(await paused('reach')).toBe(false);
    await spend('reach', 1);
    expect(await paused('reach')).toBe(true);
    const said = await saidOf(billing, 'reach');
    expect(said.map(({ subject }) => subject).sort()).toEqual([
      'billing.budget.changed.v1',
      'platform.event.raised.namespace.budget-paused.v1',
    ]);
    const event = said.find(({ body }) => body.data)?.body;
    expect(event?.data).toEqual({
      namespace: 'reach',
      budget: { compute_usd_per_month: 2, on_exceeded: 'pause' },
      spend_month_usd: 2,
    });
  });

  it('is cleared at once by raising and by removing, and pauses at once by lowering [BUD-06] [BUD-09]', async () => {
    const first = { applied: true, paused: false, spend_month_usd: 0, paused_revision: 0 };
    expect(await setBudget('turns', 1, 1)).toEqual(first);
    await spend('turns', 1);
    const raised = await setBudget('turns', 2, 3);
    expect(raised).toMatchObject({ applied: true, paused: false, spend_month_usd: 1 });
    // By it the pause that was told before the raise is known to be over, whenever that fact comes.
    const facts = (await saidOf(billing, 'turns')).flatMap(({ body }) => (body.revision ? [body] : []));
    const [pause, resume] = facts.sort((a, b) => a.revision! - b.revision!);
    expect([pause.paused, resume.paused, facts.length]).toEqual([true, false, 2]);
    expect(raised.paused_revision).toBe(resume.revision);
    expect((await reserve('turns')).asks[0].refusal).toBeNull();
    expect(await setBudget('turns', 3, 0.5)).toMatchObject({ paused: true });
    expect(await setBudget('turns', 4, null)).toMatchObject({ paused: false });
    expect(await setBudget('turns', 5, 0)).toMatchObject({ paused: true });
    expect((await turnsOf(billing, 'turns')).facts).toEqual([true, false, true, false, true]);
    const said = await saidOf(billing, 'turns');
    const events = said.flatMap(({ body: { type, data } }) => (type && data ? [{ type, data }] : []));
    expect(events.map(eventFault)).toEqual([null, null, null, null, null]);
    const revisions = said.flatMap(({ body }) => body.revision ?? []);
    expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
  });

  it('applies only a newer revision, twice or late does no harm', async () => {
    await setBudget('late', 2, 5);
    expect(await setBudget('late', 2, 0)).toMatchObject({ paused: false });
    await documents.say(namespaceChanged, settings('late', 1, 0));
    await documents.say(namespaceChanged, settings('late', 3, 0));
    await eventually(async () => expect(await paused('late')).toBe(true));
  });

  it('is cleared by the next month, but one of 0 is not [BUD-07]', async () => {
    await setBudget('month', 1, 1);
    await spend('month', 1);
    await setBudget('never', 1, 0);
    expect([await paused('month'), await paused('never')]).toEqual([true, true]);
    await setClock(adminUrl, 32 * 86_400_000);
    expect([await paused('month'), await paused('never')]).toEqual([false, true]);
    expect((await reserve('month')).asks[0].refusal).toBeNull();
    await eventually(async () => expect((await turnsOf(billing, 'month')).facts).toEqual([true, false]));
    expect((await turnsOf(billing, 'month')).events).toEqual(['namespace.budget_paused', 'namespace.budget_resumed']);
    expect((await turnsOf(billing, 'never')).facts).toEqual([true]);
    await setClock(adminUrl, 0);
  });

  it('goes on when what was held is given back, since the next ask would fit again', async () => {
    await setBudget('room', 1, 1.5);
    await reserve('room');
    expect((await reserve('room')).paused).toBe(true);
    await setClock(adminUrl, 121_000);
    await eventually(async () => expect(await paused('room')).toBe(false));
    expect((await reserve('room')).asks[0].refusal).toBeNull();
    await setClock(adminUrl, 0);
  });

  it('ends with its namespace, while what was charged stays', async () => {
    await setBudget('gone', 1, 1);
    await spend('gone', 1);
    const fact = { organization, namespace: 'gone', revision: 2 };
    const applied = await documents.requester.apply<object, Applied>(namespaceDeleted, 'billing', fact, Call.within());
    expect(applied).toMatchObject({ applied: true, paused: false, spend_month_usd: 1 });
    expect((await reserve('gone')).asks[0].refusal).toBeNull();
  });
});
