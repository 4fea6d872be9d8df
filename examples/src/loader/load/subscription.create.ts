import { Folder } from '../data/folder';
import { Target } from '../target';

/**
 * Creates the subscriptions of a set, after the judgments that their filters name and before the documents: each document
 * that comes to match raises an event in the feed. A subscription that is there already becomes what the set says.
 * @returns their names
 */
export async function createSubscriptions(target: Target, folder: Folder): Promise<string[]> {
  const { subscriptions } = target.api.namespace(target.namespace);
  for (const { name, body } of folder.subscriptions) await subscriptions.put(name, body);
  return folder.subscriptions.map(({ name }) => name);
}
