import { Tx } from '@app/persistence';

const skip = {
  name: 'health-skip',
  text: `update delivery set status = 'skipped', due_at = null where endpoint_id = $1 and status = 'pending'`,
};
const rest = {
  name: 'health-rest',
  text: `update endpoint_turn set due_at = 'infinity' where endpoint_id = $1`,
};

/** What is pending for an endpoint that was disabled, by its owner or by failing. The caller holds its turn locked. */
export async function skipPending(tx: Tx, endpointId: string): Promise<void> {
  await tx.query(skip, [endpointId]);
  await tx.query(rest, [endpointId]);
}
