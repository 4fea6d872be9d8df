import type { EngineSource } from '@app/contracts/engines';
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
  /** Step between the probabilities that the engine can answer, or null when it answers any. */
  probabilityStep: number | null;
  /** What stands behind the name; null when nothing does, or when the broker has not said. */
  source: EngineSource | null;
}

/** How long an open circuit keeps asks back when no fact says that it closed. */
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

  /** Whether asks of an engine must wait because its circuit is open. */
  isResting(ref: EngineRef, nowMs: number): boolean {
    const engine = this.of(ref);
    return engine !== undefined && engine.circuitOpen && nowMs - engine.circuitChangedAtMs < circuitTrialMs;
  }
}

function keyOf({ name, version }: EngineRef): string {
  return `${name}\n${version}`;
}
