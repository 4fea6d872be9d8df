import { Case, Preparation, Round } from '../case/case';
import { OwnResult, comparison } from '../case/comparison';
import { Measure, microseconds, milliseconds } from '../case/figures';
import { Part } from '../deliveries/accounts';
import { PacedResult, loadBurst, loadPaced } from '../deliveries/load';
import { DeliverySite, queueOnRedis } from '../deliveries/site';
import { DeliveryWay, eventsOf } from '../deliveries/way';
import { LoadResult } from '../load/load';

const pacePerSecond = 100;
/** A round of both takes twenty seconds, and the burst has warmed them up. */
const maxPacedRounds = 3;

/**
 * Events to one endpoint: the webhooks service, from the outbox of an owner to the receiver, against a loop that signs and
 * posts, and against BullMQ with Redis, whose worker does the same. The case fails when one is lost or comes twice.
 */
export const deliveryCases: readonly Case<DeliverySite>[] = [
  burst('a burst, of a loop that signs and posts', 0.3, [], (site) => site.bare),
  burst('a burst, of BullMQ and Redis', 1, [queueOnRedis], (site) => site.queue),
  {
    name: `deliveries, ${pacePerSecond} a second, of BullMQ and Redis`,
    goal: { below: 4 },
    needs: [queueOnRedis],
    // Seconds.
    size: { normal: 10, short: 1 },
    maxRounds: maxPacedRounds,
    round: async (round) => {
      const queue = await paced(round.site.queue, round);
      const own = await paced(round.site.own, round);
      return {
        ratio: own.fromKeptP50Ms / queue.fromCallP50Ms,
        measures: {
          'own p50 from the commit': milliseconds(own.fromKeptP50Ms),
          p99: milliseconds(own.fromKeptP99Ms),
          'BullMQ p50 from add': milliseconds(queue.fromCallP50Ms),
          'from its return': milliseconds(queue.fromKeptP50Ms),
        },
      };
    },
  },
];

function burst(
  name: string,
  atLeast: number,
  needs: readonly Preparation<DeliverySite>[],
  other: (site: DeliverySite) => DeliveryWay,
): Case<DeliverySite> {
  const send = ({ site, size }: Round<DeliverySite>, way: DeliveryWay): Promise<LoadResult> =>
    loadBurst(way, site.receiver, eventsOf(site.organization, size));
  return comparison({
    name: `deliveries, ${name}`,
    goal: { atLeast },
    needs,
    size: { normal: 10_000, short: 200 },
    raw: (round) => send(round, other(round.site)),
    own: (round) => sendOwn(round, send),
  });
}

/** @returns with the processor time of a delivery, over all processes and of each part */
async function sendOwn(
  round: Round<DeliverySite>,
  send: (round: Round<DeliverySite>, way: DeliveryWay) => Promise<LoadResult>,
): Promise<OwnResult> {
  const { own } = round.site;
  const before = own.accounts();
  const result = await send(round, own);
  const after = own.accounts();
  const parts = (Object.keys(after) as Part[]).map((part) => [part, after[part] - before[part]] as const);
  const ofEach = (seconds: number): Measure => microseconds((seconds * 1_000_000) / round.size);
  const all = parts.reduce((sum, [, seconds]) => sum + seconds, 0);
  const more = Object.fromEntries([['CPU of all', all] as const, ...parts].map(([name, s]) => [name, ofEach(s)]));
  return { ...result, more };
}

function paced(way: DeliveryWay, { site, size }: Round<DeliverySite>): Promise<PacedResult> {
  const events = eventsOf(site.organization, pacePerSecond * size);
  return loadPaced(way, site.receiver, events, pacePerSecond);
}
