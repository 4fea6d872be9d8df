import type { MembershipCause } from '@app/contracts/events';

/** What a membership row says of a subscription and a document. */
export interface MemberRow {
  /** The filter held at the last evaluation. */
  matching: boolean;
  /** Inside `min_hold`: `entered` is not raised yet. */
  held: boolean;
  /** The hold ended while the document still matched. */
  released: boolean;
  /** Why a held document entered. */
  cause: MembershipCause | null;
  /** When time may change what the filter says, in milliseconds since 1970. */
  nextAtMs: number | null;
}

/** The hold of a row: a new one, the present one (`keep`), or none. */
export type Hold = { ms: number } | 'keep' | null;

export interface NextRow {
  matching: boolean;
  hold: Hold;
  cause: MembershipCause | null;
  nextAtMs: number | null;
}

/** A document entered or left a subscription. */
export interface Crossing {
  entered: boolean;
  cause: MembershipCause;
}

export interface Transition {
  /** `same` leaves the row as it is, null deletes it. */
  row: NextRow | null | 'same';
  /** The crossings that events announce, in order. */
  crossings: Crossing[];
}

/** What an evaluation of a document found. */
export interface Evaluation {
  matching: boolean;
  nextAtMs: number | null;
  minHoldMs: number | null;
  cause: MembershipCause;
  /** The row is set and no event is raised. */
  quiet: boolean;
}

/** How a membership continues from its row to what an evaluation found. */
export function transition(row: MemberRow | undefined, found: Evaluation): Transition {
  const crossings: Crossing[] = [];
  const was = row?.matching ?? false;
  let hold: Hold = row?.held ? 'keep' : null;
  if (row?.held && row.released) {
    crossings.push({ entered: true, cause: row.cause ?? found.cause });
    hold = null;
  }
  if (found.matching && !was) {
    if (found.minHoldMs !== null && found.minHoldMs > 0 && !found.quiet) hold = { ms: found.minHoldMs };
    else crossings.push({ entered: true, cause: found.cause });
  }
  if (!found.matching && was && hold === null) crossings.push({ entered: false, cause: found.cause });
  return { row: nextRow(row, found, found.matching ? hold : null), crossings: found.quiet ? [] : crossings };
}

function nextRow(row: MemberRow | undefined, found: Evaluation, hold: Hold): Transition['row'] {
  const { matching, nextAtMs } = found;
  if (!matching && nextAtMs === null) return row ? null : 'same';
  const isSame =
    row !== undefined && row.matching === matching && row.nextAtMs === nextAtMs && row.held === (hold === 'keep');
  if (isSame && (hold === null || hold === 'keep')) return 'same';
  const cause = hold === 'keep' ? (row?.cause ?? null) : hold === null ? null : found.cause;
  return { matching, hold, cause, nextAtMs };
}
