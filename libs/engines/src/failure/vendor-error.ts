import { isObject } from '@app/json';
import type { ErrorStyle } from '../entry/entry';
import { MESSAGE_LIMIT } from './failure';

/** What a vendor's error body says, in one shape. */
export interface VendorError {
  type: string;
  code: string;
  param: string;
  message: string;
}

const silent: VendorError = { type: '', code: '', param: '', message: '' };

/** Reads an error body of any of the three styles; what does not fit the style reads empty. */
export function vendorError(body: unknown, style: ErrorStyle): VendorError {
  if (!isObject(body)) return silent;
  const read = {
    typesafe: () => typesafe(body.detail),
    openai: () => openai(body.error),
    flat: () => flat(body.error),
  };
  if (style !== 'auto') return read[style]() ?? silent;
  return read.typesafe() ?? read.openai() ?? read.flat() ?? silent;
}

function typesafe(detail: unknown): VendorError | null {
  if (typeof detail === 'string') return { ...silent, message: cut(detail) };
  if (Array.isArray(detail)) {
    // A 422 repeats the customer's data in `input`, and could in `msg`: only what failed and where is read.
    const places = detail.filter(isObject).map((item) => `${text(item.type)} at ${place(item.loc)}`);
    return { ...silent, type: 'schema', message: cut(places.join('; ')) };
  }
  return isObject(detail) ? { ...silent, type: text(detail.error_type), message: cut(text(detail.message)) } : null;
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
  return typeof error === 'string' ? { ...silent, message: cut(error) } : null;
}

function place(loc: unknown): string {
  return Array.isArray(loc) ? loc.map(String).join('.') : text(loc);
}

/** Codes come as text or number, or not at all. */
function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function cut(message: string): string {
  return message.slice(0, MESSAGE_LIMIT);
}
