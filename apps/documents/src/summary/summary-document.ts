import type { NamespaceRef } from '@app/contracts';
import type { Tx } from '@app/persistence';
import { Problem } from '@app/problem';
import { lockDocuments } from '../document/document.store';
import { findNamespace } from '../namespace/namespace.store';
import { noNamespace } from '../namespace/refusal';
import { LockedWrites } from '../write/locked-writes';
import { LeftDocument, noteDocument, readLeaving, readHolder } from './summary-document.store';
import type { SummaryRow } from './summary.store';
import type { KeyBands } from './tenant-state';

/** Why a document is not written that the summary did not make. */
export const taken = 'document_exists';

/**
 * Writes `attributes.tenant` and `state.groups` of the document of a tenant, which keeps its other members, or makes the document.
 * @returns false while another summary has still to delete its document there
 * @throws Problem `conflict`, reason `document_exists`, when the summary did not make the document; of the write; Outdated
 */
export async function writeDocument(
  tx: Tx,
  writes: LockedWrites,
  summary: SummaryRow,
  tenant: string,
  groups: Record<string, KeyBands>,
): Promise<boolean> {
  const ref = targetOf(summary, summary.body.into);
  // A write would make the namespace anew.
  if (!(await findNamespace(tx, ref))) throw noNamespace(ref);
  await lockDocuments(tx, ref, [tenant]);
  const { holder, born } = await readHolder(tx, summary, tenant);
  if (holder === 'leaving') return false;
  if (holder === 'foreign') throw isTaken(tenant);
  if (holder === 'own') {
    // The first patch removes what the second does not name.
    const patch = [
      { id: tenant, state: { groups: null } },
      { id: tenant, attributes: { tenant }, state: { groups } },
    ];
    await writes.writeWithin(tx, ref, { patch }, 'live');
    await noteDocument(tx, summary, tenant, born!);
    return true;
  }
  // No lock holds a document that is absent: `if_version` refuses one that was made meanwhile.
  const upsert = [{ id: tenant, attributes: { tenant }, state: { groups }, if_version: 0 }];
  const { committed } = await writes.writeWithin(tx, ref, { upsert }, 'live').catch((error: unknown) => {
    throw error instanceof Problem && error.details.reason === 'if_version' ? isTaken(tenant) : error;
  });
  await noteDocument(tx, summary, tenant, committed!.versions[0]);
  return true;
}

/**
 * Deletes left documents of one namespace. A document with members that the summary did not write loses the summary's and stays, and
 * one that was made anew stays as it is.
 * @throws Outdated
 */
export async function deleteDocuments(
  tx: Tx,
  writes: LockedWrites,
  summary: SummaryRow,
  documents: readonly LeftDocument[],
): Promise<void> {
  const ref = targetOf(summary, documents[0].place);
  const target = await findNamespace(tx, ref);
  if (!target || target.deleting) return;
  await lockDocuments(
    tx,
    ref,
    documents.map(({ tenant }) => tenant),
  );
  const leaving = await readLeaving(tx, summary, documents);
  const patch = leaving
    .filter(({ isShared }) => isShared)
    .map(({ id }) => ({ id, attributes: { tenant: null }, state: { groups: null } }));
  const gone = leaving.filter(({ isShared }) => !isShared).map(({ id }) => ({ id }));
  if (leaving.length > 0) await writes.writeWithin(tx, ref, { patch, delete: gone }, 'live');
}

function targetOf({ organization }: SummaryRow, namespace: string): NamespaceRef {
  return { organization, namespace };
}

function isTaken(id: string): Problem {
  const message = `\`${id}\` is a document that this summary did not make; delete it, or write the summary into another namespace.`;
  return new Problem('conflict', message, { reason: taken, documents: [id] });
}
