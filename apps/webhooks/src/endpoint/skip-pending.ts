import { Tx } from '@app/persistence';

const skip = {
  name: 'endpoint-skip',
  text: `update delivery set status = 'skipped', due_at = null where endpoint_id = $1 and status = 'pending'`,
};

const rest = {
  name: 'endpoint-rest',
  text: `update endpoint_turn set due_at = 'infinity' where endpoint_id = $1`,
};

const forget = {
  name: 'endpoint-forget-recovery',
  text: 'delete from recovery where endpoint_id = $1',
};

/** Skips the pending deliveries of an endpoint that is being disabled, and puts back none that `recover` asked for. The caller has locked its `endpoint_turn` row. */
export async function skipPending(tx: Tx, endpointId: string): Promise<void> {
  await tx.query(skip, [endpointId]);
  await tx.query(rest, [endpointId]);
  await tx.query(forget, [endpointId]);
}
