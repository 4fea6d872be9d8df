import { own, readNumber, readObject, refuseOthers, under } from '../reading/member';

/** How the review queue of a judgment offers answers. The setting belongs to no version and may change at any time. */
export interface QueueSetting {
  /** The share of labelled items, in [0, 1], that stay in the queue until a second author has labelled them. */
  second_label_share: number;
}

export const defaultQueue: QueueSetting = { second_label_share: 0.1 };

/** Whether a setting says nothing but the defaults. */
export function isDefaultQueue({ second_label_share: share }: QueueSetting): boolean {
  return share === defaultQueue.second_label_share;
}

/**
 * Applies a merge patch to a setting: a member that is left out stays, null resets it.
 * @throws Problem `invalid_request`
 */
export function mergeQueue(current: QueueSetting, patch: unknown, pointer: string): QueueSetting {
  if (patch === null) return defaultQueue;
  const members = readObject(patch, pointer);
  refuseOthers(members, pointer, ['second_label_share']);
  const share = own(members, 'second_label_share');
  if (share === undefined) return current;
  if (share === null) return defaultQueue;
  return { second_label_share: readNumber(share, under(pointer, 'second_label_share'), 0, 1) };
}

/** Parses the setting of a create. @throws Problem as `mergeQueue` */
export function parseQueue(value: unknown, pointer: string): QueueSetting {
  return mergeQueue(defaultQueue, value, pointer);
}
