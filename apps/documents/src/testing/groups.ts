import type { GroupBody, GroupValues, GroupView } from '@app/contracts/documents';
import { bySeller } from '@app/testing';
import { DocumentsHarness } from './documents-harness';

export async function putGroup(
  harness: DocumentsHarness,
  organization: string,
  namespace: string,
  name: string,
  group: GroupBody = bySeller,
): Promise<GroupView> {
  const { body } = await harness.groups.put({ namespace, name, group }, harness.call(organization));
  return (JSON.parse(body) as { group: GroupView }).group;
}

export function readGroup(
  harness: DocumentsHarness,
  organization: string,
  namespace: string,
  name: string,
): Promise<GroupValues> {
  return harness.groups.get({ namespace, name, limit: 1000 }, harness.call(organization));
}
