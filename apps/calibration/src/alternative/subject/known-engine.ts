import type { EngineSource } from '@app/contracts/engines';
import type { EngineRef } from '@app/definition';
import { engineOf } from './candidate';
import type { Subject } from './subject';

/** What answers within the installation: no provider receives its contexts. */
const inside: readonly (EngineSource | null | undefined)[] = ['built_in', 'local'];

/**
 * Whether asking an engine sends contexts to nobody who has not been sent some of the namespace. The setting
 * `alternatives.automatic` asks such engines alone; only a person confirms another one.
 */
export function isKnown({ sent, engines }: Pick<Subject, 'sent' | 'engines'>, engine: EngineRef): boolean {
  const isSent = sent.some(({ name, version }) => name === engine.name && version === engine.version);
  return isSent || inside.includes(engineOf(engines, engine)?.source);
}
