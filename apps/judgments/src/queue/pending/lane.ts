import { Lane, lanes } from '@app/contracts/engines';

/** The rank of a lane in the order of service; 0 is served first. */
export function rankOf(lane: Lane): number {
  return lanes.indexOf(lane);
}

export const onRead = rankOf('on_read');
export const onChange = rankOf('on_change');
export const fanout = rankOf('fanout');
/** Fan-out past its rolling limit waits in this lane, which has no turns: nothing of it is claimed. */
export const deferred = lanes.length;

/** The name of a lane, as metrics show it. */
export function laneName(rank: number): Lane | 'deferred' {
  return rank === deferred ? 'deferred' : lanes[rank];
}

/** Whether no caller waits for answers of a lane. They are published on the bulk subject, so that they delay no live one. */
export function isBulk(rank: number): boolean {
  return rank > onChange;
}

const laneByCause: Record<string, Lane> = { fanout: 'fanout', interval: 'backfill', column: 'backfill' };

/** The lane for answers that documents invalidated, by the cause that it published. */
export function laneOfCause(cause: string): Lane {
  return laneByCause[cause] ?? 'on_change';
}
