import { Problem, invalid } from '@app/problem';
import { engineNames } from './definition';
import type { EngineName, EngineRef } from './definition';
import { own, readObject, readText, refuseOthers, under } from '../reading/member';

/** An active engine version of the registry. A limit that is left out does not apply. */
export interface ActiveEngine {
  name: EngineName;
  version: string;
  limits?: { images?: boolean; options?: number; levels?: number; max_context_tokens?: number };
}

export const firstEngine: EngineRef = { name: 'jev', version: 'current' };

/** @throws Problem `invalid_request`, reason `unknown_engine`, for a name that the specification does not have */
export function parseEngineRef(value: unknown, pointer: string): EngineRef {
  const members = readObject(value, pointer);
  refuseOthers(members, pointer, ['name', 'version']);
  const namePointer = under(pointer, 'name');
  const name = readText(own(members, 'name'), namePointer, 1, 128);
  const version = readText(own(members, 'version'), under(pointer, 'version'), 1, 128);
  const known = engineNames.find((engine) => engine === name);
  if (known === undefined) {
    throw invalid('unknown_engine', namePointer, `No engine has that name; send one of ${engineNames.join(', ')}.`, {
      names: engineNames,
    });
  }
  return { name: known, version };
}

/**
 * Finds the active engine version that a reference names.
 * @throws Problem `engine_version_unavailable` when that version is not active
 */
export function requireActive(engine: EngineRef, pointer: string, active: readonly ActiveEngine[]): ActiveEngine {
  const found = active.find(({ name, version }) => name === engine.name && version === engine.version);
  if (found !== undefined) return found;
  const versions = active.filter(({ name }) => name === engine.name).map(({ version }) => version);
  const help = versions.length > 0 ? `Active: ${versions.join(', ')}.` : 'None of its versions is active.';
  throw new Problem('engine_version_unavailable', `Engine ${engine.name} has no active version of that name. ${help}`, {
    path: under(pointer, 'version'),
    versions,
  });
}
