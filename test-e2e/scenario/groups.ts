import type { DocumentView, GroupValues, QueryView } from '@app/contracts/documents';
import { eventually } from '@app/testing/stack';
import { Scenario } from './scenario';

const pageSize = 500;

/** The group once it counts everything that was answered before. */
export function counted(scenario: Scenario, limitMs?: number): Promise<GroupValues> {
  const sinceMs = scenario.stack.nowMs;
  return eventually(async () => {
    const group = await scenario.ok<GroupValues>('GET', '/groups/by_seller?limit=1000');
    if (group.status !== 'ready' || group.as_of === null || Date.parse(group.as_of) < sinceMs) {
      throw new Error(`The group is ${group.status} as of ${group.as_of}.`);
    }
    return group;
  }, limitMs);
}

/** All documents with their answers, by id. */
export async function documentsOf(scenario: Scenario): Promise<DocumentView[]> {
  const all: DocumentView[] = [];
  let cursor: string | undefined;
  do {
    const body = { include: ['attributes', 'state', 'answers'], limit: pageSize, ...(cursor && { cursor }) };
    const { documents, next_cursor: next } = (await scenario.query(body)) as QueryView & { documents: DocumentView[] };
    all.push(...documents);
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return all;
}

/** Waits until no document has an answer of `late` that is not fresh. */
export async function allFresh(scenario: Scenario, limitMs?: number): Promise<void> {
  await eventually(async () => {
    const { count } = await scenario.query({ filter: { 'answers.late.status': { ne: 'fresh' } }, count: true });
    if (count !== 0) throw new Error(`${count} answers are not fresh.`);
  }, limitMs);
}
