import { Service } from '@app/contracts';
import type { Override } from '../boot/start-service';
import { testEgress } from '../receiver/test-network';

/** What a stack puts in the place of production's providers: the network of outgoing webhooks, and nothing else. */
export async function overridesOf(service: Service): Promise<Override[]> {
  if (service !== 'webhooks') return [];
  const { EGRESS } = (await import(`../../../../apps/${service}/src/sender/egress.token.ts`)) as { EGRESS: symbol };
  return [{ token: EGRESS, value: testEgress() }];
}
