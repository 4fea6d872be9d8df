import type { GroupValue, GroupValues } from '@app/contracts/documents';
import { setTimeout as pause } from 'node:timers/promises';
import { Folder } from '../data/folder';
import { SetRecipes } from '../recipe/recipe';
import { openTarget, Target } from '../target';
import { Tenancy } from './tenant';

/** The keys of a group with most documents. */
export interface ReadGroup {
  namespace: string;
  name: string;
  values: GroupValue[];
}

/** The document that shows a tenant in bands. */
export interface Published {
  tenant: string;
  groups: unknown;
}

export interface GroupWait {
  pollMs: number;
  /** A group that does not count everything by then is left out. */
  giveUpMs: number;
  onWarning(message: string): void;
}

const shownKeys = 3;

/**
 * Creates the groups of a set where its judgments are, before the documents. A group that is there already becomes what
 * the set says.
 * @returns their names
 */
export async function createGroups(scope: Target, folder: Folder, recipes: SetRecipes): Promise<string[]> {
  const groups = [...(recipes.groups ?? []), ...folder.groups];
  for (const { name, body } of groups) await scope.api.namespace(scope.namespace).groups.put(name, body);
  return groups.map(({ name }) => name);
}

/** The groups of each namespace once they count all that was answered until now. */
export async function readGroups(targets: Target[], names: string[], wait: GroupWait): Promise<ReadGroup[]> {
  const sinceMs = Date.now();
  const read: ReadGroup[] = [];
  for (const target of targets) {
    for (const name of names) {
      const group = await waitUntilCounted(target, name, sinceMs, wait);
      if (group) read.push({ namespace: target.namespace, name, values: group.values });
      else wait.onWarning(`The group ${name} of ${target.namespace} is still being counted.`);
    }
  }
  return read;
}

async function waitUntilCounted(
  { api, namespace }: Target,
  name: string,
  sinceMs: number,
  { pollMs, giveUpMs }: GroupWait,
): Promise<GroupValues | null> {
  const endMs = performance.now() + giveUpMs;
  while (performance.now() < endMs) {
    const group = await api.namespace(namespace).groups.values(name, { order: 'documents', limit: shownKeys });
    if (group.status === 'ready' && Date.parse(group.as_of ?? '') >= sinceMs) return group;
    await pause(pollMs);
  }
  return null;
}

/**
 * Has the groups of a set's tenants published in bands into a namespace beside them, `<prefix>-tenants`.
 * @returns the document of each tenant; none for a set that publishes nothing
 */
export async function publishSummary(
  { scope, tenants }: Tenancy,
  { summary }: SetRecipes,
  wait: GroupWait,
): Promise<Published[]> {
  if (summary === undefined || tenants.length < 2) return [];
  const into = await openTarget(scope.api, `${scope.namespace.replace(/\/\*$/, '')}-tenants`);
  await scope.api.namespace(scope.namespace).summary.put({ into: into.namespace, ...summary });
  const ids = tenants.map(({ target }) => target.namespace);
  const endMs = performance.now() + wait.giveUpMs;
  for (;;) {
    const { documents } = await into.api.namespace(into.namespace).documents.getMany(ids, { include: ['state'] });
    const found = documents.map(({ id, state }) => ({ tenant: id, groups: (state as { groups?: unknown }).groups }));
    if (found.length === ids.length) return found;
    if (performance.now() >= endMs) {
      wait.onWarning(`Of ${ids.length} tenants ${found.length} are published in ${into.namespace} so far.`);
      return found;
    }
    await pause(wait.pollMs);
  }
}
