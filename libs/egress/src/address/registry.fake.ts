import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '../../fixtures/iana');

/** The blocks of one of IANA's special-purpose registries, each as `network/bits`. */
export function registryBlocks(family: 4 | 6): string[] {
  const text = readFileSync(join(folder, `ipv${family}-special-registry.csv`), 'utf8');
  // A record begins at a line's start with its block, or with several in quotes. Its further lines are indented.
  return [...text.matchAll(/^"?((?:[\da-f:.]+\/\d+(?:, )?)+)/gm)].flatMap(([, blocks = '']) => blocks.split(', '));
}

/** Blocks that are refused and stand in no registry, by reason. */
export const besideTheRegistries = JSON.parse(
  readFileSync(join(folder, 'beside-the-registries.json'), 'utf8'),
) as Record<string, { source: string; blocks: string[] }>;

/** A block as its first and last address. It uses other arithmetic than the guard, so that it can check the guard. */
export interface Span {
  family: 4 | 6;
  first: bigint;
  last: bigint;
}

export function spanOf(cidr: string): Span {
  const [network = '', bits] = cidr.split('/');
  const family = network.includes(':') ? 6 : 4;
  const size = 1n << BigInt((family === 6 ? 128 : 32) - Number(bits));
  const first = numberOf(network);
  if (first % size !== 0n) throw new Error(`${cidr} does not begin at its own boundary`);
  return { family, first, last: first + size - 1n };
}

export function numberOf(ip: string): bigint {
  if (!ip.includes(':')) return ip.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  const [head = '', tail] = ip.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const left = [...head];
  const groups =
    tail === undefined ? left : [...left, ...Array<string>(8 - left.length - tail.length).fill('0'), ...tail];
  return groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}

export function textOf(family: 4 | 6, number: bigint): string {
  const [count, bits] = family === 4 ? [4, 8n] : [8, 16n];
  const parts = Array.from(
    { length: count },
    (_, i) => (number >> (BigInt(count - 1 - i) * bits)) & ((1n << bits) - 1n),
  );
  return parts.map((part) => part.toString(family === 4 ? 10 : 16)).join(family === 4 ? '.' : ':');
}
