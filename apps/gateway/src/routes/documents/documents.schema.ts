import { OneOf, Text } from '@app/contracts';
import { freshModes } from '@app/contracts/documents';
import type { FreshMode } from '@app/contracts/documents';

/** Query string of a read of one document; lists are comma-separated. */
export class ReadDocumentQuery {
  @Text({ optional: true, min: 1, max: 8192, meaning: 'Names of judgments, comma-separated; all when left out.' })
  judgments?: string;
  @Text({
    optional: true,
    min: 1,
    max: 64,
    pattern: /^(attributes|state|images|answers)(,(attributes|state|images|answers))*$/,
    meaning: 'Any of attributes, state, images, answers, comma-separated; all when left out.',
  })
  include?: string;
  @OneOf(freshModes, { optional: true }) fresh?: FreshMode;
}
