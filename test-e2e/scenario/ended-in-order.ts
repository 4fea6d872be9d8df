import { services } from '@app/contracts';
import { WebhookReceiver, eventually } from '@app/testing/stack';
import type { Stack } from '@app/testing/stack';
import { BalancedWrites } from './balanced-writes';
import { Webhooked } from './webhooked';

const isLong = process.env.LONG === '1';
/** The short form: those in the way of a write. */
const ended = isLong ? services : services.filter((service) => ['gateway', 'documents'].includes(service));
const rounds = isLong ? 50 : ended.length;

export function tellEndedInOrder(stackOf: () => Stack): void {
  it('drops no request and no delivery when processes are asked to end under load, one after the other [T34]', async () => {
    const stack = stackOf();
    const receiver = await WebhookReceiver.open();
    let balanced: BalancedWrites | undefined;
    try {
      const delivered = await Webhooked.open(stack, 'replicas/sigterm', receiver);
      const { scenario } = delivered;
      balanced = new BalancedWrites(stack, scenario.namespace);
      const writing = balanced.write();
      for (let round = 0; round < rounds; round += 1) {
        const service = ended[round % ended.length];
        const replica = Math.floor(round / ended.length) % 2;
        await balanced.untilAnswered(10);
        await stack.services.terminate(service, replica);
        await balanced.untilAnswered(10);
        await stack.services.start(service, replica);
      }
      balanced.end();
      await writing;
      const { written, refused } = balanced;
      expect(written.length + refused.length).toBeGreaterThanOrEqual(rounds * 20);
      for (const { status, retryAfterS } of refused) {
        expect({ status, retryAfterS }).toEqual({ status: 503, retryAfterS: expect.any(Number) as number });
      }
      process.stdout.write(`${written.length} writes, ${refused.length} refused while processes ended\n`);
      await eventually(() => {
        const told = new Set(delivered.told);
        expect(written.filter((id) => !told.has(id))).toEqual([]);
      }, 60_000);
      for (const id of written) await scenario.fresh(id, 'late', 60_000);
    } finally {
      balanced?.end();
      await receiver.close();
    }
  }, 900_000);
}
