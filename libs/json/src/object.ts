/** An object as `JSON.parse` returns it. */
export type JsonObject = Record<string, unknown>;

/** Whether a JSON value is an object: neither an array, nor null, nor a scalar. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
