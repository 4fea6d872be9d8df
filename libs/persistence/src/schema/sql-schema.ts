/** A file of SQL: its name without the ending, and its text. */
export interface SqlFile {
  name: string;
  text: string;
}

/**
 * A service's schema as its folder `sql/` says it. `sql/index.ts` lists the files; `npm run schema` writes it.
 */
export interface SqlSchema {
  /** Grows whenever a file of the folder changes; only a build of the newest version applies functions. */
  version: number;
  /** The oldest version whose builds run on this schema too. */
  compatibleFrom: number;
  /** Run once each, in the order of their numbers: `0007-columns-by-scope`. */
  migrations: readonly SqlFile[];
  /** Applied again when their text changed. A function whose signature changes gets a new name for one release. */
  functions: readonly SqlFile[];
  /** Names of the migrations that the first one, the baseline, replaced. A schema that has them all has the baseline. */
  adopted?: readonly string[];
}

/** The common tables alone. */
export const emptySchema: SqlSchema = { version: 1, compatibleFrom: 1, migrations: [], functions: [] };
