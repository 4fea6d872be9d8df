import { LoadResult } from '../load/load';
import { machineMs } from '../statistics';
import { Receiver } from './receiver';
import { BenchEvent, DeliveryWay } from './way';

/**
 * All events at once: arrivals a second from the first event's acceptance to the last one's arrival, and how long after
 * that beginning each arrived. @throws Error when one is lost or comes twice
 */
export async function loadBurst(way: DeliveryWay, receiver: Receiver, events: BenchEvent[]): Promise<LoadResult> {
  const arriving = receiver.arrivalsOf(events.map(({ id }) => id));
  const startedAtMs = machineMs();
  const [arrivals] = await Promise.all([arriving, way.burst(events)]);
  const latencies = [...arrivals.values()].map((atMs) => atMs - startedAtMs).sort((a, b) => a - b);
  await way.settles();
  const lastMs = latencies[latencies.length - 1];
  const perSecond = (events.length / lastMs) * 1000;
  return { requests: events.length, perSecond, p50Ms: at(latencies, 0.5), p99Ms: at(latencies, 0.99) };
}

export interface PacedResult {
  /** From the call that hands an event over to its arrival. */
  fromCallP50Ms: number;
  /** From that call's return, when the event is kept (committed, or in Redis); an arrival before it counts as 0. */
  fromKeptP50Ms: number;
  fromKeptP99Ms: number;
}

/** Events at an even pace, whatever those before them do. @throws Error when one is lost or comes twice */
export async function loadPaced(
  way: DeliveryWay,
  receiver: Receiver,
  events: BenchEvent[],
  perSecond: number,
): Promise<PacedResult> {
  const arriving = receiver.arrivalsOf(events.map(({ id }) => id));
  const startedAtMs = machineMs();
  const sending = events.map(async (event, n) => {
    await new Promise((resolve) => setTimeout(resolve, (n * 1000) / perSecond + startedAtMs - machineMs()));
    const calledAtMs = machineMs();
    await way.send(event);
    return { id: event.id, calledAtMs, keptAtMs: machineMs() };
  });
  const [arrivals, sent] = await Promise.all([arriving, Promise.all(sending)]);
  await way.settles();
  const after = (moment: (one: (typeof sent)[number]) => number): number[] =>
    sent.map((one) => Math.max(0, (arrivals.get(one.id) ?? NaN) - moment(one))).sort((a, b) => a - b);
  const fromKept = after(({ keptAtMs }) => keptAtMs);
  return {
    fromCallP50Ms: at(
      after(({ calledAtMs }) => calledAtMs),
      0.5,
    ),
    fromKeptP50Ms: at(fromKept, 0.5),
    fromKeptP99Ms: at(fromKept, 0.99),
  };
}

function at(sorted: number[], share: number): number {
  return sorted[Math.floor(share * (sorted.length - 1))];
}
