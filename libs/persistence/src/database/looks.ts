import { Batcher } from '@app/queues';
import { escapeLiteral } from 'pg';
import { Queryable } from './queryable';

/** So many selects stand in one statement. */
const maxItems = 50;

/**
 * Whether selects without parameters find a row. Those that are asked for within one turn of the event loop are one
 * statement: the loops of a service with nothing to do look into all its queues by one round trip. It has no name, since
 * a plan from when the queues were empty would walk all of a long one.
 */
export function looksOf(on: Queryable): Batcher<string, boolean> {
  return new Batcher({
    alone: async (select) => (await lookInto(on, [select]))[0],
    together: (selects) => lookInto(on, selects),
    maxItems,
    maxUnderWay: 4,
  });
}

/** A text as SQL, for selects that take no parameters. */
export function literal(text: string): string {
  return escapeLiteral(text);
}

async function lookInto(on: Queryable, selects: readonly string[]): Promise<boolean[]> {
  const different = [...new Set(selects)];
  const { rows } = await on.query<{ found: string }>(
    `select concat(${different.map((select) => `exists (${select})`).join(', ')}) as found`,
  );
  return selects.map((select) => rows[0].found[different.indexOf(select)] === 't');
}
