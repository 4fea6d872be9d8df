import { isObject } from '@app/json';
import type { ErrorStyle } from '../entry/entry';
import { maxMessageLength } from './failure';

/** The content of a vendor's error body, in one shape for all vendors. */
export interface VendorError {
  type: string;
  code: string;
  param: string;
  message: string;
}

const empty: VendorError = { type: '', code: '', param: '', message: '' };

/** Reads an error body of one of the three styles. Members that do not fit the style are empty. */
export function vendorError(body: unknown, style: ErrorStyle): VendorError {
  if (!isObject(body)) return empty;
  const read = {
    typesafe: () => typesafe(body.detail),
    // Some servers of OpenAI's format put the error itself into the body, marked as one.
    openai: () => openai(body.object === 'error' ? body : body.error),
    flat: () => flat(body.error),
  };
  if (style !== 'auto') return read[style]() ?? empty;
  return read.typesafe() ?? read.openai() ?? read.flat() ?? empty;
}

function typesafe(detail: unknown): VendorError | null {
  if (typeof detail === 'string') return { ...empty, message: cut(detail) };
  if (Array.isArray(detail)) {
    // A 422 repeats the customer's data in `input` and perhaps in `msg`, so only the kind and the path are read.
    const faults = detail.filter(isObject).map((item) => `${text(item.type)} at ${pathOf(item.loc)}`);
    return { ...empty, type: 'schema', message: cut(faults.join('; ')) };
  }
  return isObject(detail) ? { ...empty, type: text(detail.error_type), message: cut(text(detail.message)) } : null;
}

function openai(error: unknown): VendorError | null {
  if (!isObject(error)) return null;
  return {
    type: text(error.type),
    code: text(error.code),
    param: text(error.param),
    message: cut(text(error.message)),
  };
}

function flat(error: unknown): VendorError | null {
  return typeof error === 'string' ? { ...empty, message: cut(error) } : null;
}

function pathOf(loc: unknown): string {
  return Array.isArray(loc) ? loc.map(String).join('.') : text(loc);
}

/** Codes are text, numbers or missing. */
function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function cut(message: string): string {
  return message.slice(0, maxMessageLength);
}
