import type { NamespaceRef } from '@app/contracts';
import type { Tx } from '@app/persistence';
import type { AssertWithinQuota } from './metering/quota.service';
import { findNamespace, insertNamespace } from './namespace.store';
import { assertWritable, noNamespace } from './refusal';
import { noSettings } from './settings';

/**
 * Makes a namespace without settings unless it exists, as a first document does.
 * @returns whether it was made
 * @throws Problem `conflict`, reason `deleting`; `plan_required`
 */
export async function ensureNamespace(tx: Tx, ref: NamespaceRef, check: AssertWithinQuota): Promise<boolean> {
  const known = await findNamespace(tx, ref);
  if (known) {
    assertWritable(known);
    return false;
  }
  check({ namespaces: 1, documents: 0, bytes: 0 });
  if (await insertNamespace(tx, ref, noSettings)) return true;
  // Another transaction has made it since.
  const made = await findNamespace(tx, ref);
  if (!made) throw noNamespace(ref);
  assertWritable(made);
  return false;
}
