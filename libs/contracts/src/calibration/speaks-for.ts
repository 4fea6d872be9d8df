import { OneOf } from '../field';

/**
 * Which answers a figure speaks for: all current answers of the version in its epoch, or only those of the kind that is labelled.
 */
export type SpeaksFor = 'all' | 'labelled';

/** Says which answers the figures beside it speak for. Left out by builds from before it. */
export const SpeaksForField = (figures: string) =>
  OneOf(['all', 'labelled'], {
    optional: true,
    meaning:
      `Which answers ${figures} for: \`all\` current answers, or the \`labelled\` ones alone, because some answers lie where there are ` +
      'no labels, because all answers were not counted, or because what happens has moved (`drift.worse`). Left out by builds from before it.',
  });
