import { Service } from '@app/contracts';
import { Database, Resealed, Resealer, SealedTable, Vault, effectsSealed } from '@app/persistence';
import { KeyringOrder } from './keyring-order';

/** What the operator reads. `whole` is false when a row is sealed with a key that the ring does not hold. */
export interface KeyringReply {
  lines: string[];
  whole: boolean;
}

/** Counts which keys sealed a service's rows, or seals the rows again with the first key of the ring. */
export async function carryOutKeyring(
  service: Service,
  { database, vault, sealed }: { database: Database; vault: Vault; sealed: readonly SealedTable[] },
  order: KeyringOrder,
): Promise<KeyringReply> {
  const resealer = new Resealer(database, vault);
  const reply: KeyringReply = { lines: [], whole: true };
  for (const table of [...sealed, effectsSealed]) {
    const head = `${service}: ${table.table}:`;
    if (order === 'status') {
      reply.lines.push(`${head} ${countsOf(await resealer.count(table))}`);
      continue;
    }
    const done = await resealer.reseal(table);
    reply.lines.push(`${head} ${done.rows} sealed anew with ${nameOf(vault.current)}${unopenedOf(done)}`);
    if (done.unopened.size > 0) reply.whole = false;
  }
  return reply;
}

function countsOf(counts: ReadonlyMap<string, number>): string {
  const each = [...counts].map(([id, count]) => `${count} sealed with ${nameOf(id)}`);
  return each.length > 0 ? each.join(', ') : 'nothing sealed';
}

function unopenedOf({ unopened }: Resealed): string {
  const each = [...unopened].map(([id, count]) => `${count} of key ${nameOf(id)}`);
  return each.length > 0 ? `; cannot be opened: ${each.join(', ')}. Put the key back into MASTER_KEY` : '';
}

/** A key of the ring by which the service's own is meant, or, of an earlier build, the ring's key itself. */
function nameOf(id: string): string {
  const [key, service] = id.split('@');
  return service ? key : `${key} (of all services)`;
}
