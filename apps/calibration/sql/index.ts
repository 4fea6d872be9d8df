// Written by `npm run schema`: do not edit.
import type { SqlSchema } from '@app/persistence';
import adopted from './adopted.json';
import migration0001Baseline from './migrations/0001-baseline.sql';
import migration0002AnswerCount from './migrations/0002-answer-count.sql';
import migration0003AnswerWeek from './migrations/0003-answer-week.sql';
import migration0004LabelAttributes from './migrations/0004-label-attributes.sql';
import migration0004LabelsWithoutAttributes from './migrations/0004-labels-without-attributes.sql';
import migration0005Authors from './migrations/0005-authors.sql';
import migration0006Repeatability from './migrations/0006-repeatability.sql';
import migration0007EpochSources from './migrations/0007-epoch-sources.sql';
import { compatible_from, version } from './version.json';

export const calibrationSql: SqlSchema = {
  version,
  compatibleFrom: compatible_from,
  migrations: [
    { name: '0001-baseline', text: migration0001Baseline },
    { name: '0002-answer-count', text: migration0002AnswerCount },
    { name: '0003-answer-week', text: migration0003AnswerWeek },
    { name: '0004-label-attributes', text: migration0004LabelAttributes },
    { name: '0004-labels-without-attributes', text: migration0004LabelsWithoutAttributes },
    { name: '0005-authors', text: migration0005Authors },
    { name: '0006-repeatability', text: migration0006Repeatability },
    { name: '0007-epoch-sources', text: migration0007EpochSources },
  ],
  functions: [],
  adopted,
};
