import { JudgmentClient, JudgmentError } from '@app/sdk/client';
import { createHash } from 'node:crypto';

/** The namespace that a set is loaded into. */
export interface Target {
  api: JudgmentClient;
  namespace: string;
  /** `/namespaces/{ns}` with the name encoded. */
  path: string;
  /** When the namespace was made: tells it from an earlier one of the same name. */
  createdAt: string;
}

/**
 * A key that the same request gets again in a later run, so that a resumed run replays instead of writing twice; a
 * namespace that was deleted and made anew gets others.
 */
export function keyOf(target: Target, path: string, body: unknown): string {
  const content = JSON.stringify([target.namespace, target.createdAt, path, body]);
  return `example-${createHash('sha256').update(content).digest('hex').slice(0, 40)}`;
}

/** Finds the namespace, or makes it. @throws JudgmentError as the API refuses */
export async function openTarget(api: JudgmentClient, namespace: string): Promise<Target> {
  const path = `/namespaces/${encodeURIComponent(namespace)}`;
  const open = async () => ({ api, namespace, path, createdAt: (await api.namespace(namespace).read()).created_at });
  try {
    return await open();
  } catch (thrown) {
    if (!(thrown instanceof JudgmentError) || thrown.code !== 'not_found') throw thrown;
  }
  try {
    await api.namespaces.create({ name: namespace });
  } catch (thrown) {
    // Somebody else made it in between, or our own first try did and its reply was lost.
    if (!(thrown instanceof JudgmentError) || thrown.code !== 'conflict') throw thrown;
  }
  return open();
}
