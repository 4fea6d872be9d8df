/** What this library reads of a report, a table or an export of one epoch. */
export interface ReadEpoch {
  engine_version: string | null;
  engine_source?: string | null;
}

/**
 * The epoch of a report, with "built-in" before it where no model answered: an epoch has the same form whatever stands behind the
 * engine's name.
 * @returns null without an epoch
 */
export function epochLabel({ engine_version: epoch, engine_source: source }: ReadEpoch): string | null {
  return epoch !== null && source === 'built_in' ? `built-in ${epoch}` : epoch;
}
