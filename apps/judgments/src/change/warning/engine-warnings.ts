import type { Warning } from '@app/contracts';
import { Warned } from './warned';

/** Answers that nobody should take for those of a model. */
export function engineWarnings({ definition: { engine }, source }: Pick<Warned, 'definition' | 'source'>): Warning[] {
  if (source !== 'built_in') return [];
  return [
    {
      code: 'built_in_engine',
      path: '/engine',
      message: `No model is configured for \`${engine.name}\`: the built-in engine answers. It compares words and understands nothing; configure a model before you rely on its answers.`,
    },
  ];
}
