import { Call } from '@app/bus';
import { namespaceSpend } from '@app/contracts/billing';
import { Applied, namespaceChanged, namespaceDeleted } from '@app/contracts/documents';
import { eventFault } from '@app/contracts/events';
import { callerOf, eventually } from '@app/testing';
import { askOf, recordedOf } from '../testing/fixtures';
import { OpenBilling, openBilling, settingsOf } from '../testing/open-billing';

const organization = 'org_budget';
const refOf = (namespace: string) => ({ organization, namespace });

describe('a budget', () => {
  let billing: OpenBilling;

  beforeAll(async () => {
    billing = await openBilling();
  });
  afterAll(() => billing.stop());

  const setBudget = (namespace: string, revision: number, usd: number | null) =>
    billing.setBudget(refOf(namespace), revision, usd);
  const reserve = (namespace: string) => billing.reserve(refOf(namespace), [askOf(1)]);
  const spend = (namespace: string, usd: number) => billing.settle(recordedOf(refOf(namespace), askOf(usd)));
  const paused = async (namespace: string) =>
    (await billing.documents.ask(namespaceSpend, refOf(namespace), callerOf(organization))).paused;

  it('pauses when spend reaches it, also when no ask would pass it [BUD-02] [BUD-08]', async () => {
    await setBudget('reach', 1, 2);
    await spend('reach', 1);
    expect(await paused('reach')).toBe(false);
    await spend('reach', 1);
    expect(await paused('reach')).toBe(true);
    const published = await billing.published('reach');
    expect(published.map(({ subject }) => subject).sort()).toEqual([
      'billing.budget.changed.v1',
      'platform.event.raised.namespace.budget-paused.v1',
    ]);
    const event = published.find(({ body }) => body.data)?.body;
    expect(event?.data).toEqual({
      namespace: 'reach',
      budget: { compute_usd_per_month: 2, on_exceeded: 'pause' },
      spend_month_usd: 2,
    });
  });

  it('tells the spend with what asks under way hold when it pauses [defect J-17]', async () => {
    await setBudget('under-way', 1, 3.5);
    await spend('under-way', 1);
    const { asks, paused: isPaused } = await billing.reserve(refOf('under-way'), [askOf(1), askOf(1), askOf(1)]);
    expect([asks.map(({ refusal }) => refusal), isPaused]).toEqual([[null, null, 'budget_exceeded'], true]);
    const event = (await billing.published('under-way')).find(({ body }) => body.data)?.body;
    expect(event?.data).toMatchObject({ spend_month_usd: 3 });
  });

  it('resumes at once when it is raised or removed, and pauses at once when it is lowered [BUD-06] [BUD-09]', async () => {
    const first = { applied: true, paused: false, spend_month_usd: 0, paused_revision: 0 };
    expect(await setBudget('turns', 1, 1)).toEqual(first);
    await spend('turns', 1);
    const raised = await setBudget('turns', 2, 3);
    expect(raised).toMatchObject({ applied: true, paused: false, spend_month_usd: 1 });
    // With `paused_revision` documents knows that a fact of the earlier pause is out of date, whenever it comes.
    const facts = (await billing.published('turns')).flatMap(({ body }) => (body.revision ? [body] : []));
    const [pause, resume] = facts.sort((a, b) => a.revision! - b.revision!);
    expect([pause.paused, resume.paused, facts.length]).toEqual([true, false, 2]);
    expect(raised.paused_revision).toBe(resume.revision);
    expect((await reserve('turns')).asks[0].refusal).toBeNull();
    expect(await setBudget('turns', 3, 0.5)).toMatchObject({ paused: true });
    expect(await setBudget('turns', 4, null)).toMatchObject({ paused: false });
    expect(await setBudget('turns', 5, 0)).toMatchObject({ paused: true });
    expect((await billing.pauses('turns')).facts).toEqual([true, false, true, false, true]);
    const published = await billing.published('turns');
    const events = published.flatMap(({ body: { type, data } }) => (type && data ? [{ type, data }] : []));
    expect(events.map(eventFault)).toEqual([null, null, null, null, null]);
    const revisions = published.flatMap(({ body }) => body.revision ?? []);
    expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
  });

  it('takes only a newer revision, so a fact may come twice or late', async () => {
    await setBudget('late', 2, 5);
    expect(await setBudget('late', 2, 0)).toMatchObject({ paused: false });
    await billing.documents.say(namespaceChanged, settingsOf(refOf('late'), 1, 0));
    await billing.documents.say(namespaceChanged, settingsOf(refOf('late'), 3, 0));
    await eventually(async () => expect(await paused('late')).toBe(true));
  });

  it('ends its pause with the month; a budget of 0 stays paused [BUD-07]', async () => {
    await setBudget('month', 1, 1);
    await spend('month', 1);
    await setBudget('never', 1, 0);
    expect([await paused('month'), await paused('never')]).toEqual([true, true]);
    await billing.setClock(32 * 86_400_000);
    expect([await paused('month'), await paused('never')]).toEqual([false, true]);
    expect((await reserve('month')).asks[0].refusal).toBeNull();
    await eventually(async () => expect((await billing.pauses('month')).facts).toEqual([true, false]));
    expect((await billing.pauses('month')).events).toEqual(['namespace.budget_paused', 'namespace.budget_resumed']);
    expect((await billing.pauses('never')).facts).toEqual([true]);
    await billing.setClock(0);
  });

  it('resumes when reserved money comes back and the refused ask would fit', async () => {
    await setBudget('expired', 1, 1.5);
    await reserve('expired');
    expect((await reserve('expired')).paused).toBe(true);
    await billing.setClock(121_000);
    await eventually(async () => expect(await paused('expired')).toBe(false));
    expect((await reserve('expired')).asks[0].refusal).toBeNull();
    await billing.setClock(0);
  });

  it('ends with its namespace, and the charges stay', async () => {
    await setBudget('gone', 1, 1);
    await spend('gone', 1);
    const fact = { ...refOf('gone'), revision: 2 };
    const applied = await billing.documents.requester.apply<object, Applied>(
      namespaceDeleted,
      'billing',
      fact,
      Call.within(),
    );
    expect(applied).toMatchObject({ applied: true, paused: false, spend_month_usd: 1 });
    expect((await reserve('gone')).asks[0].refusal).toBeNull();
  });
});
