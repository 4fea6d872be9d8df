import { newId } from '@app/persistence';
import { openBareWay, openQueueWay } from '../deliveries/other-ways';
import { openOwnWay } from '../deliveries/own-way';
import { Receiver } from '../deliveries/receiver';
import { DeliveryWay, eventsOf } from '../deliveries/way';
import { PacedResult, loadBurst, loadPaced } from '../load/deliveries';
import { LoadResult } from '../load/load';
import { CaseResult, compare } from './case';

export const deliveriesName = 'deliveries';
const pacePerSecond = 100;
const paceS = 10;
/** A round of both takes twenty seconds, and the burst has warmed them. */
const mostPacedRounds = 3;

export interface PacedComparison {
  own: PacedResult[];
  queue: PacedResult[];
}

export interface DeliveryResults {
  bursts: CaseResult[];
  /** Null without a `redis-server`. */
  paced: PacedComparison | null;
}

/**
 * Events to one endpoint: the webhooks service, from the outbox of an owner to the receiver, against a loop that signs and
 * posts, and against BullMQ with Redis, whose worker does the same. The run ends when one is lost or comes twice.
 * @param servers the TEST_* variables of throw-away servers
 * @param events of a burst
 */
export async function measureDeliveries(
  servers: Record<string, string>,
  events: number,
  rounds: number,
): Promise<DeliveryResults> {
  const organization = newId('org');
  const receiver = await Receiver.open();
  const opened: DeliveryWay[] = [];
  try {
    const bare = openBareWay(receiver.origin);
    opened.push(bare);
    const queue = await openQueueWay(receiver.origin);
    if (queue) opened.push(queue);
    const own = await openOwnWay(servers, organization, receiver.origin);
    opened.push(own);
    const burst = (way: DeliveryWay): Promise<LoadResult> => loadBurst(way, receiver, eventsOf(organization, events));
    const compared = (name: string, goal: number, other: DeliveryWay): Promise<CaseResult> =>
      compare({ name: `${deliveriesName}, ${name}`, goal, raw: () => burst(other), own: () => burst(own) }, rounds);
    const bursts = [await compared(`a burst of ${events}, of a loop that signs and posts`, 0.5, bare)];
    if (!queue) return { bursts, paced: null };
    bursts.push(await compared(`a burst of ${events}, of BullMQ and Redis`, 1, queue));
    const paced: PacedComparison = { own: [], queue: [] };
    const pace = (way: DeliveryWay): Promise<PacedResult> =>
      loadPaced(way, receiver, eventsOf(organization, pacePerSecond * paceS), pacePerSecond);
    for (let round = 0; round < Math.min(rounds, mostPacedRounds); round++) {
      paced.queue.push(await pace(queue));
      paced.own.push(await pace(own));
    }
    return { bursts, paced };
  } finally {
    for (const way of opened.reverse()) await way.stop();
    receiver.stop();
  }
}
