import type { NamespaceRef } from '@app/contracts';
import type { JobRow } from '@app/persistence';

/** Type of the job that deletes a namespace. */
export const erasureType = 'namespace_delete';

/** The deletion as its job keeps it. */
export interface NamespaceErasureRequest {
  namespace_id: string;
}

/** A deletion under way: its job as it is now, and its namespace. */
export interface NamespaceErasure extends NamespaceRef {
  job: JobRow;
  namespaceId: string;
}

/** The deletion of a claimed job. */
export function erasureOf(job: JobRow): NamespaceErasure {
  const { namespace_id: namespaceId } = job.request as NamespaceErasureRequest;
  return { job, organization: job.organization, namespace: job.namespace!, namespaceId };
}
