import { bySeller } from '@app/testing';
import type { StackClient } from '@app/testing/stack';
import { Scenario, boolJudgment } from './scenario';

/** A namespace with the judgment `late`, the document `a` and the group `by_seller`, and an endpoint for its events. */
export async function oneOfEach(stack: StackClient, name: string): Promise<{ scenario: Scenario; endpoint: string }> {
  const scenario = new Scenario(stack, name);
  await scenario.judgment({ ...boolJudgment('late'), thresholds: { alarm: 0.5 }, freshness: { policy: 'manual' } });
  await scenario.upsert('a', { text: 'a' });
  expect((await scenario.call('PUT', '/groups/by_seller', bySeller)).status).toBe(201);
  const { status, body } = await stack.api<{ id: string }>('POST', '/webhook-endpoints', {
    url: 'https://hooks.example.com/in',
    namespace_prefix: scenario.namespace,
  });
  expect(status).toBe(201);
  return { scenario, endpoint: body.id };
}
