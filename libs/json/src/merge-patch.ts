import { JsonObject, isObject } from './object';

/** Sets a member of any name, `__proto__` included, as `JSON.parse` would. */
export function setMember(target: JsonObject, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
  else target[key] = value;
}

/**
 * JSON merge patch (RFC 7396): members of the patch replace, null removes, objects merge.
 * @returns a new object; neither argument is changed
 */
export function mergePatch(target: unknown, patch: JsonObject): JsonObject {
  const merged: JsonObject = isObject(target) ? { ...target } : {};
  for (const key of Object.keys(patch)) {
    const value = patch[key];
    if (value === null) delete merged[key];
    else setMember(merged, key, isObject(value) ? mergePatch(own(merged, key), value) : value);
  }
  return merged;
}

function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
