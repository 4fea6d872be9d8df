/** Partitions of answers that one partition replaces, which holds what is kept of them. */
export interface Replacement {
  target: string;
  /** Names of the partitions, from the oldest on. */
  sources: string[];
  /** The time that they cover: first day, and the first day after the last, in UTC. */
  from: string;
  to: string;
  /** Kept is what was in force at this moment or later: the first day of the oldest month that is not old enough to go. */
  inForceAt: string;
}

interface Part {
  name: string;
  year: number;
  /** Months since year 0; null for a year. */
  month: number | null;
  /** Whether it holds only what is kept. */
  isKept: boolean;
  /** The year in which what is kept of a year was copied last. */
  copiedIn: number | null;
}

/**
 * What is to be replaced next; null when there is nothing. A month goes when it ended `months` ago. What is kept of a whole
 * year becomes one partition, and is copied once a year from then on: answers that were in force no longer stay behind.
 * @param names of the partitions of `answer`; those of another form are left alone
 */
export function nextReplacement(names: readonly string[], now: Date, months: number): Replacement | null {
  const parts = names.flatMap((name) => partOf(name) ?? []).sort((a, b) => (a.name < b.name ? -1 : 1));
  const edge = now.getUTCFullYear() * 12 + now.getUTCMonth() - months;
  const inForceAt = firstDay(edge);
  for (const { name, month, isKept } of parts) {
    if (isKept || month === null || month >= edge) continue;
    const range = { from: firstDay(month), to: firstDay(month + 1), inForceAt };
    return { target: `${name}_kept`, sources: [name], ...range };
  }
  for (const year of new Set(parts.map((part) => part.year))) {
    const ofYear = parts.filter((part) => part.year === year);
    const isWhole = year * 12 + 12 <= edge;
    if (!isWhole || ofYear.every(({ copiedIn }) => copiedIn !== null && copiedIn >= now.getUTCFullYear())) continue;
    const range = { from: firstDay(year * 12), to: firstDay(year * 12 + 12), inForceAt };
    const target = `answer_${year}_kept_${now.getUTCFullYear()}`;
    return { target, sources: ofYear.map(({ name }) => name), ...range };
  }
  return null;
}

function partOf(name: string): Part | null {
  const month = /^answer_(\d{4})_(0[1-9]|1[0-2])(_kept)?$/.exec(name);
  if (month) {
    const year = Number(month[1]);
    return { name, year, month: year * 12 + Number(month[2]) - 1, isKept: month[3] !== undefined, copiedIn: null };
  }
  const kept = /^answer_(\d{4})_kept_(\d{4})$/.exec(name);
  return kept && { name, year: Number(kept[1]), month: null, isKept: true, copiedIn: Number(kept[2]) };
}

function firstDay(months: number): string {
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01T00:00:00Z`;
}
