import { isByFilterType } from '@app/document-write';
import { JobRow } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { ByFilterService } from './by-filter/by-filter.service';
import { erasureType } from '../erasure/namespace/namespace-erasure';
import { NamespaceErasureService } from '../erasure/namespace/namespace-erasure.service';

/** Works on the open jobs in turn; each job goes on at its cursor, or at the rows that are left. */
@Injectable()
export class JobWorker {
  constructor(
    private readonly deletions: NamespaceErasureService,
    private readonly writes: ByFilterService,
  ) {}

  /** Works for a while on a claimed job. @throws LeaseLost when it was cancelled, or another process has claimed it */
  step(job: JobRow): Promise<void> {
    if (job.type === erasureType) return this.deletions.work(job);
    if (isByFilterType(job.type)) return this.writes.work(job);
    throw new Error(`no worker for jobs of type ${job.type}`);
  }
}
