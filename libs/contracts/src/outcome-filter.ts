import { Stamp, Values } from './field';

export const outcomeSources = ['posted', 'rule', 'queue', 'implicit'] as const;

/** The outcomes that a fit takes. An outcome that the filter drops still replaces earlier ones of its answer. */
export class CalibrationOutcomeFilter {
  @Values(
    { type: 'string', enum: [...outcomeSources] },
    { optional: true, unique: true, meaning: 'Empty or left out means every source.' },
  )
  sources?: string[];
  @Stamp({ optional: true, meaning: 'Takes outcomes observed at or after this time.' }) since?: string;
  @Stamp({ optional: true, meaning: 'Takes outcomes observed before this time.' }) until?: string;
}
