import type { JudgmentClient } from '@app/sdk/client';
import { Folder } from '../data/folder';
import { readPartOf, readTenantsIn } from '../data/folder-part';
import { SetRecipes } from '../recipe/recipe';
import { openTarget, Target } from '../target';

/** A namespace with the rows of the set that belong in it. */
export interface Tenant {
  target: Target;
  folder: Folder;
}

export interface Tenancy {
  /** Where the judgments are: the one namespace, or the template prefix over all of them. */
  scope: Target;
  tenants: Tenant[];
}

/**
 * Finds or makes the namespaces of a set: one, or one for each tenant that the ids of its documents name, under one
 * prefix. Documents that name no tenant are everybody's.
 */
export async function openTenancy(
  api: JudgmentClient,
  namespace: string,
  folder: Folder,
  recipes: SetRecipes,
): Promise<Tenancy> {
  if (recipes.tenant === undefined) {
    const target = await openTarget(api, namespace);
    return { scope: target, tenants: [{ target, folder }] };
  }
  const pattern = new RegExp(recipes.tenant);
  const tenantOf = (id: string) => pattern.exec(id)?.[1] ?? null;
  const tenants: Tenant[] = [];
  for (const name of await readTenantsIn(folder, tenantOf)) {
    const target = await openTarget(api, `${namespace}/${name}`);
    tenants.push({ target, folder: await readPartOf(folder, (id) => (tenantOf(id) ?? name) === name) });
  }
  const prefix = `${namespace}/*`;
  const createdAt = tenants.map(({ target }) => target.createdAt).join();
  return { scope: { api, namespace: prefix, path: `/namespaces/${encodeURIComponent(prefix)}`, createdAt }, tenants };
}
