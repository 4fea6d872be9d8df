import { featuresOf } from './numbers';
import { NumberFilter, Policy, World } from './world';

/** A version of the reader: what of it differs from the others. */
export interface Version {
  question: string;
  applies_to?: NumberFilter;
  /** Whether it reads no related documents. */
  isPlain: boolean;
}

/** What holds of the reader in one place. */
export interface Held {
  policy: Policy;
  scope: NumberFilter | null;
  version: Version;
  /** The version that was active before. */
  last?: Version;
}

/** The judgment that relations of the reader may read. */
export function baseOf(question: string, applies_to: NumberFilter | undefined): object {
  return {
    name: 'base',
    type: 'bool',
    question,
    applies_to,
    context: { fields: ['state.tier', 'attributes.n'] },
    freshness: { policy: 'on_change', debounce_ms: 0 },
  };
}

/** The judgment whose answers a world compares. */
export function readerOf({ related: all, numbers }: World, { policy, scope, version }: Held): Record<string, unknown> {
  const { question, applies_to, isPlain } = version;
  const related = isPlain ? undefined : all;
  return {
    name: 'late',
    type: 'bool',
    question,
    applies_to,
    context: { fields: isPlain ? ['state.text', 'state.tier'] : ['state.text'], related },
    features: related && featuresOf(Object.keys(related), numbers),
    freshness: { policy, debounce_ms: 0, fanout: { debounce_ms: 0, ...(scope && { scope: { where: scope } }) } },
  };
}
