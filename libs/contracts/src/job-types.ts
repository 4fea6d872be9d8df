/** Every type of job (docs/contract.md#9-jobs). */
export const jobTypes = [
  'judgment_create',
  'judgment_update',
  'judgment_delete',
  'backfill',
  'backfill_start',
  'patch_by_filter',
  'delete_by_filter',
  'namespace_delete',
  'calibration_run',
  'alternatives_run',
  'repeatability_run',
] as const;
export type JobType = (typeof jobTypes)[number];
