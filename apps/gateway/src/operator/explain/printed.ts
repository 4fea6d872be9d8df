import { Problem, kindOf } from '@app/problem';

/** One part of an explanation: what one service, or NATS, knows. */
export interface Part {
  title: string;
  /** Who is asked. */
  from: string;
  /** Asks; ends in time. */
  read(): Promise<object>;
}

/** The members of a reply, one a line, by their paths; those without a value are left out. */
export function linesOf(value: unknown, path = ''): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [`  ${path}: ${String(value)}`];
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  return Object.entries(value).flatMap(([name, member]) => linesOf(member, at(name)));
}

/** What a part prints. A service that does not answer is named, and the other parts are printed all the same. */
export async function printPart({ title, from, read }: Part): Promise<string> {
  try {
    const lines = linesOf(await read());
    return [title, ...(lines.length > 0 ? lines : ['  nothing'])].join('\n');
  } catch (error) {
    const kind = kindOf(error);
    if (kind === 'unavailable' || kind === 'limited') return `${title}\n  no answer from ${from}`;
    if (error instanceof Problem) return `${title}\n  ${error.message}`;
    throw error;
  }
}
