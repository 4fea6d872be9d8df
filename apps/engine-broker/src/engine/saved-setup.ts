import { EngineEntry, parseEngineEntry } from '@app/engines';
import { Problem } from '@app/problem';
import { assertReachable } from '../model/address';
import { rawEntryOf } from '../model/model-entry';
import { SavedModel } from '../model/saved-model';
import { identityOf } from './identity';

/** The members of a set-up that a model decides. */
interface SavedSetup {
  entry: EngineEntry;
  isExtension: false;
  identity: string;
  problem: string | null;
  isPublicOnly: boolean;
}

const unopened =
  'Its key and values cannot be opened: they were sealed with another MASTER_KEY, or the row was changed. Save it again.';

/**
 * What stands behind a name by a model that an owner set. One that cannot be used has a `problem`, so that nothing answers in its
 * place.
 */
export function readSaved(saved: SavedModel, weight: number, allowsPrivate: boolean): SavedSetup {
  const { engine, base_url: address, id } = saved;
  const common = { isExtension: false as const, isPublicOnly: !allowsPrivate };
  try {
    const raw = rawEntryOf(saved);
    if (raw === null) throw new Problem('invalid_request', `The provider \`${saved.provider}\` is of a later version.`);
    const entry = parseEngineEntry(engine, { weight, ...raw }, [new URL(address).origin]);
    const problem = saved.secrets === null ? unopened : faultOf(() => assertReachable(address, allowsPrivate));
    return { ...common, entry, identity: savedIdentity(saved, entry), problem };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // It is never asked: what has a problem gets a client that fails.
    const entry = parseEngineEntry(engine, { preset: 'built_in', source: 'hosted', model: saved.model, weight });
    return { ...common, entry, identity: id, problem: error.message };
  }
}

/** The id comes first, so that no local model is taken for it, and stands for the query, which may hold what lets one in. */
function savedIdentity({ id, base_url }: SavedModel, entry: EngineEntry): string {
  return `${id} ${identityOf({ ...entry, base_url }, false)}`;
}

function faultOf(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}
