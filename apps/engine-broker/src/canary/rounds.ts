import { canaryRounds, middleOf } from './canary';

/** Two versions asked alike have three answers each within so many in nine of ten cases. */
export const mostRounds = 3 * canaryRounds;

/** What a canary was answered, by the epoch of each answer: two versions may answer in turn. */
export class Rounds {
  private readonly byEpoch = new Map<string, (readonly number[])[]>();
  private asked = 0;

  /** @param wanted epochs that are to be read; others are read when they answer */
  constructor(private readonly wanted: readonly string[] = []) {}

  /** Whether to ask again: an epoch that is wanted, or has answered, has too few answers for a middle. */
  get isShort(): boolean {
    if (this.asked === 0) return true;
    const epochs = [...this.wanted, ...this.byEpoch.keys()];
    return this.asked < mostRounds && epochs.some((epoch) => (this.byEpoch.get(epoch)?.length ?? 0) < canaryRounds);
  }

  add(epoch: string, numbers: readonly number[]): void {
    this.asked += 1;
    this.byEpoch.set(epoch, [...(this.byEpoch.get(epoch) ?? []), numbers]);
  }

  /** The middle of the first rounds of each epoch that has enough. */
  read(): { epoch: string; numbers: number[] }[] {
    return [...this.byEpoch]
      .filter(([, rounds]) => rounds.length >= canaryRounds)
      .map(([epoch, rounds]) => ({ epoch, numbers: middleOf(rounds.slice(0, canaryRounds)) }));
  }
}
