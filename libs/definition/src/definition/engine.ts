import { Problem, invalid } from '@app/problem';
import type { EngineRef } from './definition';
import { own, readObject, readText, refuseOthers, under } from '../reading/member';

/** An active engine version as the registry shows it; limits left out bind nothing. */
export interface ActiveEngine {
  name: string;
  version: string;
  limits?: { images?: boolean; options?: number; levels?: number; max_context_tokens?: number };
}

/** The engines of the specification: known by name also while none of their versions is active. */
const specified = ['jev', 'gpt-6-luna', 'pplx-decider'];

export const firstEngine: EngineRef = { name: 'jev', version: 'current' };

/** @throws Problem `invalid_request`, reason `unknown_engine`, when nothing of that name is registered */
export function parseEngineRef(value: unknown, pointer: string, active: readonly ActiveEngine[]): EngineRef {
  const members = readObject(value, pointer);
  refuseOthers(members, pointer, ['name', 'version']);
  const namePointer = under(pointer, 'name');
  const name = readText(own(members, 'name'), namePointer, 1, 128);
  const version = readText(own(members, 'version'), under(pointer, 'version'), 1, 128);
  if (!specified.includes(name) && !active.some((engine) => engine.name === name)) {
    const names = [...new Set([...specified, ...active.map((engine) => engine.name)])];
    throw invalid('unknown_engine', namePointer, `No engine has that name; send one of ${names.join(', ')}.`, {
      names,
    });
  }
  return { name, version };
}

/**
 * The active engine that a reference names.
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
