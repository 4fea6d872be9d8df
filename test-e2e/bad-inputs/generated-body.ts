import { GeneratedBody } from './row';

/** Bodies that are too large to stand in the file. */
export function generate({ kind, depth = 0, bytes = 0, digits = 0 }: GeneratedBody): string {
  switch (kind) {
    case 'nested_array':
      return `{"budget":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    case 'nested_object':
      return `{"budget":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`;
    case 'nested_array_unclosed':
      return '['.repeat(depth);
    case 'long_key':
      return `{"${'k'.repeat(Number(bytes))}":1}`;
    case 'long_number':
      return `{"budget":{"compute_usd_per_month":${'9'.repeat(digits)},"on_exceeded":"pause"}}`;
    case 'containers':
      return `{"upsert":[{"id":"many","state":{"a":[${'[],'.repeat(depth)}[]]}}]}`;
    case 'wide_numbers':
      return `{"upsert":[{"id":"wide","state":{"a":[${'1e308,'.repeat(depth)}1]}}]}`;
    case 'filter':
      return `{"filter":{"attributes.x":{"in":[${'"x234567890123456789012345678901234567890123456789",'.repeat(Number(bytes) / 52)}"y"]}}}`;
    case 'deep_append':
      return `{"append":[{"id":"d1","path":"state.a.b.c.d.e.f.g.h","values":[${'['.repeat(depth)}${']'.repeat(depth)}]}]}`;
    default:
      throw new Error(`No body of kind ${kind} can be made.`);
  }
}
