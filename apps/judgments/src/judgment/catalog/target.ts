/** What an answer is wanted of: a judgment's active version, or one that is judged before its activation. */
export interface Target {
  judgmentId: string;
  /** Number under which answers of the version are stored; null for whichever version is active. */
  targetVersion: number | null;
}

/** The active versions of judgments. */
export function activeTargets(judgmentIds: Iterable<string>): Target[] {
  return [...new Set(judgmentIds)].map((judgmentId) => ({ judgmentId, targetVersion: null }));
}

/** Each target once. */
export function distinctTargets(targets: readonly Target[]): Target[] {
  return [...new Map(targets.map((target) => [targetKey(target), target])).values()];
}

/** Names a target in one text. */
export function targetKey({ judgmentId, targetVersion }: Target): string {
  return targetVersion === null ? judgmentId : `${judgmentId} ${targetVersion}`;
}

/** Values by target. */
export class TargetMap<T> {
  private readonly byKey = new Map<string, T>();

  get(target: Target): T | undefined {
    return this.byKey.get(targetKey(target));
  }

  values(): T[] {
    return [...this.byKey.values()];
  }

  set(target: Target, value: T): this {
    this.byKey.set(targetKey(target), value);
    return this;
  }
}
