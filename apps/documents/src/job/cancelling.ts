import { Cancelling } from '@app/boot';
import { Problem } from '@app/problem';
import { erasureType } from '../erasure/namespace/namespace-erasure';

/** A write by filter stops between two of its transactions; a deletion only goes forward. */
export const cancelling: Cancelling = {
  endedBy: 'request',
  refusal: ({ type }) =>
    type === erasureType
      ? new Problem('conflict', 'A deletion that has begun cannot be cancelled; wait for its job to end.', {
          reason: 'deleting',
        })
      : null,
};
