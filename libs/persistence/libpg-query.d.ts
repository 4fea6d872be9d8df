/** Postgres' own parser as WebAssembly: the members that the lint of migrations reads. */
declare module 'libpg-query' {
  /** Offsets count the bytes of the UTF-8 text. */
  export interface Parsed {
    stmts: readonly { stmt: Readonly<Record<string, unknown>>; stmt_location?: number; stmt_len?: number }[];
  }
  export interface Scanned {
    tokens: readonly { start: number; end: number; text: string; tokenName: string }[];
  }
  /** @throws Error with Postgres' message when the text is not SQL */
  export function parse(text: string): Promise<Parsed>;
  export function scan(text: string): Promise<Scanned>;
}
