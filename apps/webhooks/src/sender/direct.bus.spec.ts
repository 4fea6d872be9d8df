import { deleteEndpoint } from '@app/contracts/webhooks';
import { EventRaised, eventRaised, eventSubject } from '@app/contracts/events';
import { durableName } from '@app/contracts';
import { armKillPoints } from '@app/persistence';
import { WebhookReceiver, eventually } from '@app/testing';
import { OpenWebhooks, eventIdsOf } from '../testing/open-webhooks';
import { DispatchService } from './dispatch.service';

/** As many as may be in flight, and the most that wait besides in these tests. */
const [inFlight, most] = [16, 32];
let webhooks: OpenWebhooks;
let receiver: WebhookReceiver;
let endpointId: string;
/** How the receiver answers from now on; it keeps answers back while this is null. */
let status: number | null;
let kept: (() => void)[];
/** Deliveries by which the endpoint has shown that it answers well. */
let proven: number;

const dispatch = () => webhooks.service.app.get(DispatchService);
const direct = () => dispatch().direct;
const raiseMany = (count: number): Promise<EventRaised[]> =>
  Promise.all(Array.from({ length: count }, () => webhooks.raise()));
const answerAll = (): void => kept.splice(0).forEach((answer) => answer());
const countSucceeded = async (): Promise<number> => {
  const [{ count }] = await webhooks.query<{ count: number }>(
    `select count(*)::int as count from delivery where endpoint_id = $1 and status = 'succeeded'`,
    [endpointId],
  );
  return count;
};
/** How many deliveries of the endpoint have rows, by status; the first ones left out. */
const counts = async (): Promise<Record<string, number>> => {
  const rows = await webhooks.query<{ status: string; count: number }>(
    `select status, count(*)::int as count from (select * from delivery where endpoint_id = $1
       order by created_at, id offset ${proven}) d group by status`,
    [endpointId],
  );
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
};
const countOpenFacts = async (): Promise<number> => {
  const { jsm } = webhooks.service.platform.bus.connection;
  const heard = await jsm.consumers.info(eventRaised.stream, durableName(eventRaised, 'webhooks'));
  return heard.num_ack_pending + heard.num_pending;
};

beforeAll(async () => {
  webhooks = await OpenWebhooks.open();
});
beforeEach(async () => {
  [status, kept] = [204, []];
  receiver = await webhooks.receiver((response) => {
    const answer = () => response.writeHead(status ?? 204, { 'retry-after': '60' }).end();
    if (status === null) kept.push(answer);
    else answer();
  });
  ({ id: endpointId } = await webhooks.endpoint(receiver));
  // On a machine that has much else to do, the first ones take long.
  for (proven = 0; dispatch().directRoomOf(endpointId).most < most; proven += inFlight) {
    await raiseMany(inFlight);
    await eventually(async () => expect(await countSucceeded()).toBe(proven + inFlight));
  }
});
afterEach(async () => {
  armKillPoints(() => undefined);
  status = 204;
  answerAll();
  await eventually(() => expect(direct().size).toBe(0));
  await webhooks.clear();
});
afterAll(() => webhooks.close());

/** Sixteen in flight and more that wait, none of them with a row. */
async function fill(waiting: number): Promise<EventRaised[]> {
  status = null;
  const events = await raiseMany(inFlight + waiting);
  await eventually(() => expect([kept.length, direct().size]).toEqual([inFlight, inFlight + waiting]));
  expect(await counts()).toEqual({});
  return events;
}

describe('a delivery to an endpoint that answers well', () => {
  it('has its row after the attempt, and its fact is acknowledged after that', async () => {
    await fill(0);
    expect(await countOpenFacts()).toBe(inFlight);
    answerAll();
    await eventually(async () => expect(await counts()).toEqual({ succeeded: inFlight }));
    await eventually(async () => expect(await countOpenFacts()).toBe(0));
    expect(await webhooks.show(endpointId)).toMatchObject({ stats: { deliveries_24h: proven + inFlight } });
  });

  it.each([
    ['webhooks.claim.after-commit', 1],
    ['webhooks.attempt.before-send', 1],
    ['webhooks.attempt.after-send', 2],
    ['webhooks.record.before-commit', 2],
    ['webhooks.record.after-commit', 1],
  ])('survives a death at %s and arrives %i times under one id [DLV-02] [DLV-07]', async (point, arrivals) => {
    let deaths = 0;
    armKillPoints((name) => {
      if (name !== point || deaths++ > 0) return;
      expect(direct().size).toBe(1);
      throw new Error('killed');
    });
    const { id } = await webhooks.raise();
    await eventually(() => expect(deaths).toBeGreaterThan(0));
    await eventually(async () => expect(await webhooks.rowOf(id)).toMatchObject({ status: 'succeeded', attempts: 1 }));
    await eventually(async () => expect(await countOpenFacts()).toBe(0));
    expect(eventIdsOf(receiver).filter((each) => each === id)).toHaveLength(arrivals);
  });

  it('is one when its event comes twice, in its flight and after it [DLV-02]', async () => {
    const [event] = await fill(0);
    const again = () => webhooks.gateway.say(eventRaised, event, eventSubject('job.completed'));
    await again();
    await eventually(async () => expect(await countOpenFacts()).toBe(inFlight + 1));
    answerAll();
    await eventually(async () => expect(await countOpenFacts()).toBe(0));
    status = 204;
    await again();
    const { id } = await webhooks.raise();
    await eventually(async () => expect(await webhooks.rowOf(id)).toMatchObject({ status: 'succeeded' }));
    expect(eventIdsOf(receiver).filter((each) => each === event.id)).toHaveLength(1);
  });

  it('is one of at most 64 that are sent and not recorded, which a death would repeat [DLV-07]', async () => {
    let [goOn, isHeld] = [(): void => undefined, false];
    const released = new Promise<void>((resolve) => (goOn = resolve));
    armKillPoints((name) => {
      if (name !== 'webhooks.record.before-commit') return;
      isHeld = true;
      return released;
    });
    await raiseMany(150);
    await eventually(() => expect(isHeld).toBe(true));
    await eventually(() => expect(receiver.deliveries).toHaveLength(proven + 64));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(receiver.deliveries).toHaveLength(proven + 64);
    goOn();
    await eventually(async () => expect(await counts()).toEqual({ succeeded: 150 }));
    expect(new Set(eventIdsOf(receiver)).size).toBe(proven + 150);
    expect(receiver.deliveries).toHaveLength(proven + 150);
  });
});

describe('what waits for such an endpoint becomes rows', () => {
  it('when an attempt fails: they are sent again and after it [DLV-04]', async () => {
    await fill(10);
    status = 500;
    kept.splice(0, 1).forEach((answer) => answer());
    status = null;
    await eventually(async () => expect(await counts()).toMatchObject({ pending: 11 }));
    status = 204;
    answerAll();
    await eventually(async () => expect(await counts()).toEqual({ succeeded: inFlight + 9, pending: 1 }));
    await webhooks.moveClock(7_000);
    await eventually(async () => expect(await counts()).toEqual({ succeeded: inFlight + 10 }));
    await eventually(async () => expect(await countOpenFacts()).toBe(0));
  });

  it('when the receiver asks for a pause: none is sent in it [DLV-08]', async () => {
    await fill(10);
    status = 429;
    answerAll();
    await eventually(async () => expect(await counts()).toEqual({ pending: inFlight + 10 }));
    status = 204;
    await webhooks.raise();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(receiver.deliveries).toHaveLength(proven + inFlight);
    await webhooks.moveClock(75_000);
    await eventually(async () => expect(await counts()).toEqual({ succeeded: inFlight + 11 }));
  });

  it('when it is disabled: they are skipped, and none begins after the reply [WHK-01]', async () => {
    await fill(10);
    await webhooks.setEnabled(endpointId, false);
    status = 204;
    answerAll();
    await eventually(async () => expect(await counts()).toEqual({ succeeded: inFlight, skipped: 10 }));
    expect(receiver.deliveries).toHaveLength(proven + inFlight);
    await eventually(async () => expect(await countOpenFacts()).toBe(0));
  });

  it('when its process ends in order: nothing is lost, and nothing comes twice [DLV-07]', async () => {
    await fill(10);
    const restarting = webhooks.restart();
    await eventually(async () => expect(await counts()).toEqual({ pending: 10 }));
    status = 204;
    answerAll();
    await restarting;
    await eventually(async () => expect(await counts()).toEqual({ succeeded: inFlight + 10 }));
    expect(receiver.deliveries).toHaveLength(proven + inFlight + 10);
    await eventually(async () => expect(await countOpenFacts()).toBe(0));
  });

  it('when they have waited for two seconds: their facts are acknowledged', async () => {
    await fill(10);
    await eventually(async () => expect(await counts()).toEqual({ pending: 10 }), 6_000);
    await eventually(async () => expect(await countOpenFacts()).toBe(inFlight));
  });
});

it('a deleted endpoint gets none of those that wait, and no row of those in flight [WHK-21]', async () => {
  await fill(10);
  await webhooks.gateway.ask(deleteEndpoint, { id: endpointId }, webhooks.caller());
  status = 204;
  answerAll();
  await eventually(async () => expect(await countOpenFacts()).toBe(0));
  expect(receiver.deliveries).toHaveLength(proven + inFlight);
  expect(await counts()).toEqual({});
});
