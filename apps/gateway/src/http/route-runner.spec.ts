import { RawReply } from '@app/bus';
import { answerLimitMs } from '@app/persistence';
import type { Idempotency } from '../admission/idempotency/idempotency';
import type { OwnerClient } from './owner-client';
import type { ReplySender } from './reply-sender';
import type { Reply, Request, RequestContext } from './request-context';
import { RouteRunner } from './route-runner';

const replies = { send: () => undefined } as unknown as ReplySender;
const runner = new RouteRunner({} as OwnerClient, {} as Idempotency, replies);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** How long a statement of a route waits for its answer, when the request has so much time left. */
async function limitOf(leftMs: number): Promise<number> {
  const context = { claim: null, call: { deadlineAtMs: Date.now() + leftMs } } as unknown as RequestContext;
  let limit = 0;
  await runner.run({ context } as Request, { raw: {} } as Reply, () => {
    limit = answerLimitMs();
    return new RawReply('{}');
  });
  return limit;
}

it('a statement of a route that the gateway answers itself ends a second after its request [defect S-H8]', async () => {
  expect(await limitOf(8_000)).toBe(9_000);
  expect(await limitOf(-1)).toBe(1_000);
});
