import { LeasedCursor } from '../lease/leased-cursor';
import { JobRow } from './job';

/** Jobs take turns: one that was worked on stands behind the others. */
export const jobLease = new LeasedCursor<JobRow, 'id', 'done' | 'total' | 'cursor'>({
  name: 'job',
  key: ['id'],
  cursor: ['done', 'total', 'cursor'],
  order: 'coalesce(lease_until, created_at), id',
  open: `status in ('queued', 'running')`,
  onClaim: `status = 'running', started_at = coalesce(started_at, app.now())`,
  // A step forward forgives the failures before it; a step that finds nothing to do does not.
  onAdvance: ({ cursor }) => `failures = case when cursor is distinct from ${cursor} then 0 else failures end`,
  changedByOthers: ['cancelled'],
});
