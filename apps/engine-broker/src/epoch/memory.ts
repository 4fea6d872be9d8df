/** The newest epoch of one reported version of an entry. */
export interface KnownEpoch {
  label: string;
  /** What stood behind the engine's name, as its set-up says. */
  identity: string;
  /** The version that a reply names; null until the first one. */
  reportedModel: string | null;
  /** When it answered last, or was opened, as far as the row tells: some seconds late. */
  answeredAtMs: number;
  /** When its version was asked the canary last; null before. */
  canaryAtMs: number | null;
}

/** The epochs of an engine that answered in the last day, the newest first, and the one in force among them. */
export interface EpochMemory {
  inForce: string;
  known: readonly KnownEpoch[];
}

/** So many are remembered; of more versions than these in an hour the rest belong to the epoch in force. */
export const mostKnown = 16;
/** While a provider rolls a version out, two answer in turn: one that is quiet for no longer than this has not left. */
export const overlapMs = 2_000;
const hourMs = 3_600_000;

/**
 * The epoch of a reply, or what must happen first: `learn` that this version answers in the epoch in force, `open` one for it, or
 * neither, as more versions answer than can be remembered (`full`).
 * @param identity of the entry that was asked; of another one than the row's the reply opens nothing
 */
export function epochOf(
  memory: EpochMemory,
  { identity, model, nowMs }: { identity: string; model: string; nowMs: number },
): { label: string } | 'learn' | 'open' | 'full' {
  const { inForce, known } = memory;
  const present = known.find(({ label }) => label === inForce);
  const own = known.filter((one) => one.identity === identity);
  if (present?.identity !== identity) return { label: otherEntry(own, model) ?? inForce };
  if (present.reportedModel === null) return 'learn';
  const same = own.find(({ reportedModel }) => reportedModel === model);
  if (same !== undefined) return { label: same.label };
  const isFull = own.length >= mostKnown && own.every(({ answeredAtMs }) => nowMs - answeredAtMs < hourMs);
  return isFull ? 'full' : 'open';
}

/** What this replica asks is no longer, or not yet, what the row names: its answers stay in an epoch that they had. */
function otherEntry(own: readonly KnownEpoch[], model: string): string | undefined {
  return (own.find(({ reportedModel }) => reportedModel === model) ?? own[0])?.label;
}

/**
 * Whether a version answers again after another one of its entry did, longer than the overlap after its own last answer.
 * @param lastMs when an epoch answered last before this reply
 */
export function hasReturned(
  { known }: EpochMemory,
  label: string,
  lastMs: (epoch: KnownEpoch) => number,
  nowMs: number,
): boolean {
  const own = known.find((epoch) => epoch.label === label);
  if (own === undefined || nowMs - lastMs(own) <= overlapMs) return false;
  return known.some((epoch) => epoch.identity === own.identity && lastMs(epoch) > lastMs(own));
}

/** A version that returns is asked the canary at most so often. */
export function mayAskCanary(memory: EpochMemory, label: string, nowMs: number): boolean {
  const at = memory.known.find((epoch) => epoch.label === label)?.canaryAtMs ?? null;
  return at === null || nowMs - at >= hourMs;
}
