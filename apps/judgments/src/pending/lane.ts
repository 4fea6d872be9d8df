import { Lane, lanes } from '@app/contracts';

/** The place of a lane in the order of service: 0 first. */
export function rankOf(lane: Lane): number {
  return lanes.indexOf(lane);
}

export const onRead = rankOf('on_read');
export const onChange = rankOf('on_change');

/** Whether answers of a lane go by the bulk subject, so that they delay no live one. */
export function isBulk(rank: number): boolean {
  return rank > onChange;
}

const laneByCause: Record<string, Lane> = { fanout: 'fanout', interval: 'backfill', column: 'backfill' };

/** The lane of what documents touched, by its cause. */
export function laneOfCause(cause: string): Lane {
  return laneByCause[cause] ?? 'on_change';
}
