const monthsAhead = 2;
const dayMs = 86_400_000;

export interface Partition {
  name: string;
  /** First day, and the first day after the last, in UTC. */
  from: string;
  to: string;
}

/** A table's partitions of the month before `now`, of its month, and of the two months after it. */
export function partitionsAhead(table: string, now: Date): Partition[] {
  const first = now.getUTCFullYear() * 12 + now.getUTCMonth() - 1;
  return Array.from({ length: monthsAhead + 2 }, (_, i) => {
    const month = monthOf(first + i);
    return { name: `${table}_${month.replace('-', '_')}`, from: firstDay(month), to: firstDay(monthOf(first + i + 1)) };
  });
}

/** Whether the month of a partition ended more than `days` days ago; false for a name without a month. */
export function isExpired(name: string, now: Date, days: number): boolean {
  const found = /_(\d{4})_(\d{2})$/.exec(name);
  if (!found) return false;
  const endMs = Date.UTC(Number(found[1]), Number(found[2]), 1);
  return now.getTime() - endMs > days * dayMs;
}

function monthOf(months: number): string {
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}

function firstDay(month: string): string {
  return `${month}-01T00:00:00Z`;
}
