import { services } from '@app/contracts';
import { eventually } from '@app/testing/stack';
import type { Stack } from '@app/testing/stack';
import { Load, untilWritten } from './load';
import { Scenario, boolJudgment } from './scenario';

const isLong = process.env.LONG === '1';
/** One replica of each service is killed in a round; in the long form it starts again, and the other one is next. */
const rounds = isLong ? 10 : 1;
/** Past the leases of the dead. */
const leasesMs = 130_000;

/** What nobody has to tend to any more: no fact was given up, and none waits to be sent. */
async function nothingIsLeft(stack: Stack): Promise<void> {
  await eventually(async () => {
    for (const service of services) {
      const schema = `"${service.replaceAll('-', '_')}"`;
      const [rows] = await stack.sql<{ dead: string; waiting: string }>(
        `select (select count(*) from ${schema}.dead) as dead, (select count(*) from ${schema}.outbox) as waiting`,
      );
      expect({ service, ...rows }).toEqual({ service, dead: '0', waiting: '0' });
    }
  }, 120_000);
}

/** @param ahead moves the clock of the whole stack on, in milliseconds */
export function tellKilledReplicas(stackOf: () => Stack, ahead: (ms: number) => Promise<void>): void {
  it(
    'goes on when one replica of each service is killed, while a judgment is changed',
    async () => {
      const stack = stackOf();
      const scenario = new Scenario(stack, 'replicas/kill');
      await stack.api('POST', '/namespaces', { name: scenario.namespace });
      await scenario.judgment(boolJudgment('late', { thresholds: { bound: 0 } }));
      await scenario.ok('PUT', '/subscriptions/all', { filter: { 'attributes.live': true } });
      const load = new Load(scenario, 100);
      for (let round = 0; round < rounds; round += 1) {
        const before = load.acknowledgedCount;
        const written = load.write();
        for (const [i, service] of services.entries()) {
          await load.untilAcknowledged(before + i * 10);
          await stack.services.kill(service, (i + round) % 2);
        }
        await untilWritten(written, () => ahead(leasesMs));
        await ahead(leasesMs);
        if (!isLong) continue;
        for (const [i, service] of services.entries()) await stack.services.start(service, (i + round) % 2);
      }
      await load.patchThreshold(0.5);
      await load.check();
      await nothingIsLeft(stack);
    },
    isLong ? 3_600_000 : 240_000,
  );
}
