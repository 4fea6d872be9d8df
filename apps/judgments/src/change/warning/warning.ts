import type { Warning } from '@app/contracts';
import { bandWarnings } from './band-warnings';
import { engineWarnings } from './engine-warnings';
import { freshnessWarnings } from './freshness-warnings';
import { recipeWarnings } from './recipe-warnings';
import { sampleWarnings } from './sample-warnings';
import { thresholdWarnings } from './threshold-warnings';
import { Warned } from './warned';

/** Warnings about what is allowed but probably not meant. */
export function warningsOf(warned: Warned): Warning[] {
  return [
    ...recipeWarnings(warned),
    ...sampleWarnings(warned),
    ...bandWarnings(warned),
    ...thresholdWarnings(warned),
    ...engineWarnings(warned),
    ...freshnessWarnings(warned),
  ];
}
