import type { ActiveEngine, EngineRef } from '@app/definition';

/** What judging knows of an engine version: a copy of the broker's registry, applied by revision. */
export interface Engine extends ActiveEngine {
  active: boolean;
  /** Behaviour epoch; null until the broker has seen the engine answer. */
  engineVersion: string | null;
  circuitOpen: boolean;
  circuitChangedAtMs: number;
  /** Billing weight. */
  weight: number;
  /** Grid of the engine's probabilities, or null when it has none. */
  probabilityStep: number | null;
}

/** An open circuit is tried again after this long, should its closing not have been told. */
const circuitTrialMs = 30_000;

/** The copies by name and version. */
export class Engines {
  private readonly byKey: Map<string, Engine>;

  constructor(readonly all: readonly Engine[]) {
    this.byKey = new Map(all.map((engine) => [keyOf(engine), engine]));
  }

  of(ref: EngineRef): Engine | undefined {
    return this.byKey.get(keyOf(ref));
  }

  get active(): Engine[] {
    return this.all.filter(({ active }) => active);
  }

  /** Whether asks of an engine should wait now. */
  isResting(ref: EngineRef, nowMs: number): boolean {
    const engine = this.of(ref);
    return engine !== undefined && engine.circuitOpen && nowMs - engine.circuitChangedAtMs < circuitTrialMs;
  }
}

function keyOf({ name, version }: EngineRef): string {
  return `${name}\n${version}`;
}
