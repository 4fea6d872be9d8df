import type { Call } from '@app/bus';
import type { NamespaceRef } from '@app/contracts';
import { namedImages } from '../../document/named-images';
import { idsOf } from '../../document/operations';
import type { AssertWithinQuota } from '../../namespace/metering/quota.service';
import type { WriteRequest } from '../compute';
import type { Collisions } from './collisions';

/** A client's write on its way through the lanes. */
export interface LaneWrite {
  ref: NamespaceRef;
  request: WriteRequest;
  call: Call;
  assertWithinQuota: AssertWithinQuota;
  /** Collisions in all lanes together. */
  collisions: Collisions;
}

/** `batched`: with other writes; `optimistic`: by itself, checked at the commit; `locked`: under the documents' locks. */
export type LaneName = 'batched' | 'optimistic' | 'locked';

/** JSON text of the reply; or the lane that writes it, and then nothing of it is stored yet. */
export type LaneResult = { reply: string } | { next: LaneName };

/** One way to commit a write. */
export interface Lane {
  /** @throws Problem of this write; `unavailable` when the database was lost, and then the write may be stored */
  write(write: LaneWrite): Promise<LaneResult>;
}

/** The lane in which a write begins. */
export function firstLane(write: Pick<LaneWrite, 'request' | 'call'>): LaneName {
  const { request } = write;
  return idsOf(request).length === 1 && namedImages(request).length === 0 ? 'batched' : laneByItself(write);
}

/** The lane of a write that goes by itself: keyed writes and those that name images read under the locks. */
export function laneByItself({ request, call }: Pick<LaneWrite, 'request' | 'call'>): LaneName {
  return call.effectId !== undefined || namedImages(request).length > 0 ? 'locked' : 'optimistic';
}
