import { Service, services } from '@app/contracts';
import { DocumentsView } from '@app/contracts/documents';
import { WebhookReceiver, eventually } from '@app/testing/stack';
import type { Stack } from '@app/testing/stack';
import { BalancedClients } from './balanced-clients';
import { Webhooked } from './webhooked';

const isLong = process.env.LONG === '1';
/** The short form: those in the way of a write, a read and each wait; the long one ends each process of each service. */
const inTheWay: readonly Service[] = ['gateway', 'documents', 'judgments', 'events-feed'];
const ended = isLong ? services : inTheWay;
const rounds = isLong ? 48 : ended.length;
const writes = isLong ? 10 : 3;

export function tellEndedInOrder(stackOf: () => Stack): void {
  it('drops no request, no wait and no delivery when each process is asked to end under load, one after the other [T34]', async () => {
    const stack = stackOf();
    const receiver = await WebhookReceiver.open();
    let balanced: BalancedClients | undefined;
    try {
      const delivered = await Webhooked.open(stack, 'replicas/sigterm', receiver);
      const { scenario } = delivered;
      balanced = new BalancedClients(stack, scenario.namespace);
      const running = balanced.run();
      const begunMs = performance.now();
      for (let round = 0; round < rounds; round += 1) {
        const service = ended[round % ended.length];
        const replica = Math.floor(round / ended.length) % 2;
        await balanced.untilAnswered(writes);
        await stack.services.terminate(service, replica);
        await balanced.untilAnswered(writes);
        await stack.services.start(service, replica);
      }
      const spentS = (performance.now() - begunMs) / 1000;
      balanced.end();
      await running;
      const { written, refused, wrong, answered } = balanced;
      expect(wrong).toEqual([]);
      for (const refusal of refused)
        expect(refusal).toMatchObject({ status: 503, retryAfterS: expect.any(Number) as number });
      // What was refused was not done.
      const unwritten = refused.flatMap(({ id }) => id ?? []);
      if (unwritten.length > 0) {
        const body = { ids: unwritten, fresh: 'stored' };
        expect((await scenario.ok<DocumentsView>('POST', '/documents/get', body)).documents).toEqual([]);
      }
      const kinds = JSON.stringify(answered);
      process.stdout.write(
        `${kinds} answered, ${refused.length} refused in ${rounds} restarts, ${spentS.toFixed(0)} s\n`,
      );
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
