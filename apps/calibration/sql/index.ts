// Written by `npm run schema`: do not edit.
import type { SqlSchema } from '@app/persistence';
import migration0001CalibrationInit from './migrations/0001-calibration-init.sql';
import migration0002DetachedCopies from './migrations/0002-detached-copies.sql';
import migration0003OutcomeSources from './migrations/0003-outcome-sources.sql';
import migration0004Fits from './migrations/0004-fits.sql';
import migration0005LatestOutcomes from './migrations/0005-latest-outcomes.sql';
import migration0006Draws from './migrations/0006-draws.sql';
import migration0007ErasingNamespaces from './migrations/0007-erasing-namespaces.sql';
import migration0008Samples from './migrations/0008-samples.sql';
import migration0009FeaturesAndParts from './migrations/0009-features-and-parts.sql';
import migration0010DraftCalls from './migrations/0010-draft-calls.sql';
import migration0011Alternatives from './migrations/0011-alternatives.sql';
import migration0012LabelChange from './migrations/0012-label-change.sql';
import migration0013FitHistory from './migrations/0013-fit-history.sql';
import migration0014JobsNewestFirst from './migrations/0014-jobs-newest-first.sql';
import { compatible_from, version } from './version.json';

export const calibrationSql: SqlSchema = {
  version,
  compatibleFrom: compatible_from,
  migrations: [
    { name: '0001-calibration-init', text: migration0001CalibrationInit },
    { name: '0002-detached-copies', text: migration0002DetachedCopies },
    { name: '0003-outcome-sources', text: migration0003OutcomeSources },
    { name: '0004-fits', text: migration0004Fits },
    { name: '0005-latest-outcomes', text: migration0005LatestOutcomes },
    { name: '0006-draws', text: migration0006Draws },
    { name: '0007-erasing-namespaces', text: migration0007ErasingNamespaces },
    { name: '0008-samples', text: migration0008Samples },
    { name: '0009-features-and-parts', text: migration0009FeaturesAndParts },
    { name: '0010-draft-calls', text: migration0010DraftCalls },
    { name: '0011-alternatives', text: migration0011Alternatives },
    { name: '0012-label-change', text: migration0012LabelChange },
    { name: '0013-fit-history', text: migration0013FitHistory },
    { name: '0014-jobs-newest-first', text: migration0014JobsNewestFirst },
  ],
  functions: [],
};
