import { Queryable } from '@app/persistence';
import { EventSelection } from '../coverage/coverage';
import { SignerRow, signerColumns, toSigner } from '../delivery/claimed-row';
import { EndpointToSign } from '../delivery/delivery';

interface ReceiverRow extends SignerRow {
  id: string;
  events: string[];
  namespace_prefix: string;
  version: string;
  is_ready: boolean;
}

/** An endpoint, and what it selects. */
export interface Receiver extends EventSelection {
  endpoint: EndpointToSign;
  /** It is healthy and not paused, none of its deliveries is due, and it has no rate: it may be sent to without rows. */
  isReady: boolean;
}

// The next look at an endpoint may be due although nothing is: it stays at the end of leases whose deliveries have ended.
const read = {
  name: 'intake-receivers',
  text: `select e.id, e.events, e.namespace_prefix, ${signerColumns},
      e.status = 'active' and e.first_failure_at is null and e.max_per_second is null
        and (t.due_at > app.now() or not exists (
          select from delivery d where d.endpoint_id = e.id and d.status = 'pending' and d.due_at <= app.now()))
        and (t.paused_until is null or t.paused_until <= app.now()) as is_ready
    from endpoint e join endpoint_turn t on t.endpoint_id = e.id where e.organization = any($1)`,
};

/** The endpoints of some organizations, by organization. */
export async function readReceivers(db: Queryable, organizations: readonly string[]): Promise<Map<string, Receiver[]>> {
  const { rows } = await db.query<ReceiverRow>(read, [organizations]);
  const byOrganization = new Map<string, Receiver[]>();
  for (const row of rows) {
    const { id, events, namespace_prefix: namespacePrefix, is_ready: isReady } = row;
    const receivers = byOrganization.get(row.organization) ?? [];
    receivers.push({ id, events, namespacePrefix, isReady, endpoint: toSigner(id, row) });
    byOrganization.set(row.organization, receivers);
  }
  return byOrganization;
}
