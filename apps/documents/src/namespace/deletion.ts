/** Type of the job that deletes a namespace. */
export const deletionType = 'namespace_delete';

/** The deletion as its job keeps it. */
export interface DeletionRequest {
  namespace_id: string;
}
