/** Something that waits for a person: what it is in words, since when, and the page to go to. */
export interface Need {
  key: string;
  words: string;
  /** ISO 8601. */
  at: string;
  page: 'namespace' | 'judgment' | 'alternatives' | 'calibration';
  namespace: string;
  judgment: string;
}

interface Told {
  id: string;
  type: string;
  timestamp: string;
  data: unknown;
}

/** Types that open a need, and the one that closes it. What nothing closes counts for a week. */
const opening: Readonly<Record<string, { words: string; page: Need['page']; closedBy: string | null }>> = {
  'namespace.budget_paused': {
    words: 'Judging is paused: the budget is used up',
    page: 'namespace',
    closedBy: 'namespace.budget_resumed',
  },
  'judgment.fanout_deferred': {
    words: 'Too many documents changed at once; some are judged later',
    page: 'judgment',
    closedBy: 'judgment.fanout_caught_up',
  },
  'namespace.summary_failed': { words: 'The summary could not be written', page: 'namespace', closedBy: null },
  'alternatives.ready': { words: 'A better definition may be available', page: 'alternatives', closedBy: null },
};
const weekMs = 7 * 86_400_000;

/** Types of the events that this reads. */
export const needTypes: readonly string[] = Object.entries(opening).flatMap(([type, { closedBy }]) =>
  closedBy === null ? [type] : [type, closedBy],
);

/** What this needs of an engine. */
interface Asked {
  name: string;
  active: boolean;
  circuit?: { state: string; since: string | null };
}

/** Active engines that are not asked since they failed too often, and since when. */
export function silentOf(engines: readonly Asked[]): { name: string; since: string }[] {
  return engines.flatMap(({ name, active, circuit }) =>
    active && circuit?.state === 'open' && circuit.since !== null ? [{ name, since: circuit.since }] : [],
  );
}

/** Says how the last month was read when a fit was made. */
export const driftType = 'calibration.fitted';
/** So long the figure speaks of the days that it was made of. */
const driftMs = 30 * 86_400_000;

/** Judgments whose newest fit says that what came true lately is not what was read. @param events of `driftType`, the newest first */
export function driftsOf(events: readonly Told[], nowMs: number): Need[] {
  const seen = new Set<string>();
  return events.flatMap(({ id, timestamp, data }): Need[] => {
    const { namespace, judgment, drift_worse: isWorse } = (data ?? {}) as Readonly<Record<string, unknown>>;
    const key = JSON.stringify([namespace, judgment]);
    if (typeof namespace !== 'string' || typeof judgment !== 'string' || seen.has(key)) return [];
    seen.add(key);
    if (isWorse !== true || nowMs - Date.parse(timestamp) > driftMs) return [];
    const words = 'Answers of the last 30 days were less accurate than predicted';
    return [{ key: id, words, at: timestamp, page: 'calibration', namespace, judgment }];
  });
}

/** What is open after these events. @param events the newest first */
export function needsOf(events: readonly Told[], nowMs: number): Need[] {
  const seen = new Set<string>();
  return events.flatMap(({ id, type, timestamp, data }): Need[] => {
    const { namespace, judgment } = (data ?? {}) as Readonly<Record<string, unknown>>;
    const [at, name] = [namespace, judgment].map((value) => (typeof value === 'string' ? value : ''));
    const opens = Object.keys(opening).find((each) => each === type || opening[each]?.closedBy === type);
    const key = `${opens} ${at} ${name}`;
    // A later event of the same thing has said how it stands.
    if (opens === undefined || seen.has(key)) return [];
    seen.add(key);
    const { words, page, closedBy } = opening[opens];
    const isOld = closedBy === null && nowMs - Date.parse(timestamp) > weekMs;
    if (opens !== type || isOld) return [];
    return [{ key: id, words, at: timestamp, page, namespace: at, judgment: name }];
  });
}
