import { MembershipCause } from '../subscription-index/compiled-subscription';

/** What a membership row says of a subscription and a document. */
export interface MemberRow {
  /** What the filter said last. */
  matching: boolean;
  /** Inside `min_hold`: `entered` is not told yet. */
  held: boolean;
  /** The hold ended while the document still matched. */
  released: boolean;
  /** Why a held document entered. */
  cause: MembershipCause | null;
  /** When time may change what the filter says, in milliseconds since 1970. */
  nextAtMs: number | null;
}

/** `keep` goes on with the hold that the row has. */
export type Hold = { ms: number } | 'keep' | null;

export interface NextRow {
  matching: boolean;
  hold: Hold;
  cause: MembershipCause | null;
  nextAtMs: number | null;
}

export interface Said {
  entered: boolean;
  cause: MembershipCause;
}

export interface Transition {
  /** `same` leaves the row as it is, null takes it away. */
  row: NextRow | null | 'same';
  says: Said[];
}

export interface Seen {
  matching: boolean;
  nextAtMs: number | null;
  minHoldMs: number | null;
  cause: MembershipCause;
  /** Members are set and no event is raised. */
  quiet: boolean;
}

/** How a membership goes on from what its row says to what is seen of the document. */
export function transition(row: MemberRow | undefined, seen: Seen): Transition {
  const says: Said[] = [];
  const was = row?.matching ?? false;
  let hold: Hold = row?.held ? 'keep' : null;
  if (row?.held && row.released) {
    says.push({ entered: true, cause: row.cause ?? seen.cause });
    hold = null;
  }
  if (seen.matching && !was) {
    if (seen.minHoldMs !== null && seen.minHoldMs > 0 && !seen.quiet) hold = { ms: seen.minHoldMs };
    else says.push({ entered: true, cause: seen.cause });
  }
  if (!seen.matching && was && hold === null) says.push({ entered: false, cause: seen.cause });
  return { row: rowOf(row, seen, seen.matching ? hold : null), says: seen.quiet ? [] : says };
}

function rowOf(row: MemberRow | undefined, seen: Seen, hold: Hold): Transition['row'] {
  const { matching, nextAtMs } = seen;
  if (!matching && nextAtMs === null) return row ? null : 'same';
  const isSame =
    row !== undefined && row.matching === matching && row.nextAtMs === nextAtMs && row.held === (hold === 'keep');
  if (isSame && (hold === null || hold === 'keep')) return 'same';
  const cause = hold === 'keep' ? (row?.cause ?? null) : hold === null ? null : seen.cause;
  return { matching, hold, cause, nextAtMs };
}
