import type { CallOptions, Operation, PageOperation } from '@app/sdk';
import { Refusal } from '../exit/refusal';
import type { World } from '../world/world';
import { cell } from './cell';
import { table, tabSeparated } from './columns';
import { visible } from './visible';

/** Title of a column and what a row shows in it. */
export type Column<T> = readonly [title: string, value: (row: T) => unknown];

export type Format = 'text' | 'json' | 'jsonl';

/** A reply and the bytes that it is. */
export interface Taken<T> {
  data: T;
  text: string;
}

interface Page {
  next_cursor?: string | null;
}

/** Data goes to stdout, talk to stderr. */
export class Printer {
  constructor(
    private readonly world: Pick<World, 'stdout' | 'stderr'>,
    readonly format: Format,
  ) {}

  /** A line of data. Control characters are shown. */
  writeLine(text: string): Promise<void> {
    return this.world.stdout.write(`${visible(text)}\n`);
  }

  /** Text as it is, such as a reply's own bytes. */
  writeRaw(text: string): Promise<void> {
    return this.world.stdout.write(text);
  }

  /** A line for a person. */
  tell(text: string): Promise<void> {
    return this.world.stderr.write(`${visible(text)}\n`);
  }

  async writeRows<T>(rows: readonly T[], columns: readonly Column<T>[], hasHeader = true): Promise<void> {
    const cells = rows.map((row) => columns.map(([, value]) => cell(value(row))));
    const titles = columns.map(([title]) => title);
    const lines = this.world.stdout.isTerminal ? table(titles, cells) : tabSeparated(titles, cells);
    const shown = hasHeader ? lines : lines.slice(1);
    if (shown.length > 0) await this.writeRaw(`${shown.join('\n')}\n`);
  }

  /** Name and value of each field that has a value. */
  async writeFields(fields: readonly (readonly [name: string, value: unknown])[]): Promise<void> {
    const given = fields.filter(([, value]) => cell(value) !== '');
    const width = Math.max(0, ...given.map(([name]) => name.length));
    for (const [name, value] of given) {
      const gap = this.world.stdout.isTerminal ? `${name.padEnd(width)}  ` : `${name}\t`;
      await this.writeRaw(`${gap}${visible(cell(value))}\n`);
    }
  }

  /** The reply of one call: with `--json` its own bytes, else what `show` prints. */
  async reply<T>(call: (options: CallOptions) => Operation<T>, show: (data: T) => Promise<void>): Promise<T> {
    const got = await this.take(call);
    await this.show(got, show);
    return got.data;
  }

  /**
   * Makes a call and prints nothing yet.
   * @param call makes the call with options that let a job's result be told from a direct reply
   */
  async take<T>(call: (options: CallOptions) => Operation<T>): Promise<Taken<T>> {
    let isJob = false;
    const { data, meta } = await call({ onProgress: () => void (isJob = true) }).withMeta();
    // A job's own reply is not its result.
    return { data, text: isJob ? JSON.stringify(data ?? null) : meta.text };
  }

  /** Prints a reply: with `--json` its own bytes, else what `show` prints. */
  async show<T>(taken: Taken<T>, show: (data: T) => Promise<void>): Promise<void> {
    if (this.format === 'text') await show(taken.data);
    else await this.writeBytes(taken);
  }

  /** Prints a reply's own bytes where those were asked for. */
  async writeBytes({ text }: Taken<unknown>): Promise<void> {
    if (this.format !== 'text') await this.writeRaw(withLineEnd(text));
  }

  /** A list that comes whole. */
  async list<T, I>(
    call: (options: CallOptions) => Operation<T>,
    itemsOf: (data: T) => readonly I[],
    columns: readonly Column<I>[],
  ): Promise<void> {
    if (this.format !== 'jsonl') return void (await this.reply(call, (data) => this.writeRows(itemsOf(data), columns)));
    for (const item of itemsOf(await call({}))) await this.writeRaw(`${JSON.stringify(item)}\n`);
  }

  /** A list in pages: the first page, or with `all` every page. `columns` may be chosen by the first page. */
  async writePages<P extends Page, I>(
    list: PageOperation<P, I>,
    itemsOf: (page: P) => readonly I[],
    columns: readonly Column<I>[] | ((page: P) => readonly Column<I>[]),
    all = false,
  ): Promise<void> {
    if (this.format === 'json') {
      if (all) throw new Refusal('--json prints the bytes of one reply: with --all, give --jsonl.');
      return this.writeRaw(withLineEnd((await list.withMeta()).meta.text));
    }
    let chosen: readonly Column<I>[] | undefined;
    for await (const page of list.pages()) {
      const items = itemsOf(page);
      if (this.format === 'jsonl') {
        for (const item of items) await this.writeRaw(`${JSON.stringify(item)}\n`);
      } else {
        const isFirst = chosen === undefined;
        chosen ??= typeof columns === 'function' ? columns(page) : columns;
        await this.writeRows(items, chosen, isFirst);
      }
      if (all || !page.next_cursor) continue;
      await this.tell('There are more: --all prints every page.');
      return;
    }
  }
}

function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
