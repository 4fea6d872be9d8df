import { Call } from '@app/bus';
import { callerOf } from '@app/testing';
import type { EngineRegistry } from '../engine/engine.registry';
import { ownerOf } from '../permit/lane-queue';
import { PermitGate } from '../permit/permit-gate';
import { PermitHandler } from './permit.handler';

const namespace = 'acme/desk';
const cost = { requests: 1, tokens: 10, untilMs: 3_600_000 };

it('tells each engine, how many asks of the namespace wait, and how much of its limits is used [O-STALE]', async () => {
  const gates = [0, 1].map(() => new PermitGate(() => 0));
  const names = ['jev', 'pplx-decider'];
  const engines = gates.map((gate, i) => ({ setup: { name: names[i] }, gate }));
  const handler = new PermitHandler({ all: () => engines } as unknown as EngineRegistry);
  const [busy] = gates;
  busy.hold({ requests_per_s: null, tokens_per_s: null, in_flight: 1 }, 3_600_000);
  const ask = (organization: string, lane: 'on_read' | 'backfill') =>
    busy.acquire({ ...cost, lane, owner: ownerOf({ organization, namespace }) });
  const permit = await ask('org_1', 'on_read');
  const waiting = [ask('org_1', 'on_read'), ask('org_1', 'backfill'), ask('org_2', 'on_read')];
  busy.throttle.slowDown();
  const show = (organization: string) => handler.show({ namespace }, Call.within(1_000, callerOf(organization)));
  expect(show('org_1').permits).toEqual([
    { name: 'jev', waiting: 2, rate_factor: 0.5 },
    { name: 'pplx-decider', waiting: 0, rate_factor: 1 },
  ]);
  expect(show('org_2').permits[0].waiting).toBe(1);
  expect(show('org_3').permits[0].waiting).toBe(0);
  permit.release();
  for (const each of waiting) void each.then((next) => next.release());
  await Promise.all(waiting);
  expect(show('org_1').permits[0].waiting).toBe(0);
});
