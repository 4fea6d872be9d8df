// Written by `npm run schema`: do not edit.
import type { SqlSchema } from '@app/persistence';
import migration0001DocumentTables from './migrations/0001-document-tables.sql';
import migration0005AttributeByDocument from './migrations/0005-attribute-by-document.sql';
import migration0006SubscriptionsOfPrefixes from './migrations/0006-subscriptions-of-prefixes.sql';
import migration0007ColumnsByScope from './migrations/0007-columns-by-scope.sql';
import migration0009Images from './migrations/0009-images.sql';
import migration0010MeteredNamespaces from './migrations/0010-metered-namespaces.sql';
import migration0012IntervalSweeps from './migrations/0012-interval-sweeps.sql';
import migration0013FitsByScope from './migrations/0013-fits-by-scope.sql';
import migration0014ClaimsOfWalks from './migrations/0014-claims-of-walks.sql';
import migration0015StateDigests from './migrations/0015-state-digests.sql';
import migration0016PartsOfAnswers from './migrations/0016-parts-of-answers.sql';
import migration0017RelatedDocuments from './migrations/0017-related-documents.sql';
import migration0018DocumentsByCreation from './migrations/0018-documents-by-creation.sql';
import migration0019ResumingDeferrals from './migrations/0019-resuming-deferrals.sql';
import migration0020Groups from './migrations/0020-groups.sql';
import migration0021Summaries from './migrations/0021-summaries.sql';
import migration0022WalksOfReaders from './migrations/0022-walks-of-readers.sql';
import migration0023JobsNewestFirst from './migrations/0023-jobs-newest-first.sql';
import migration0024CountersToMeasure from './migrations/0024-counters-to-measure.sql';
import migration0025CountersToMeasureByNamespace from './migrations/0025-counters-to-measure-by-namespace.sql';
import migration0026NamespacesToMeasure from './migrations/0026-namespaces-to-measure.sql';
import migration0027CountersByDay from './migrations/0027-counters-by-day.sql';
import migration0028LagsByDay from './migrations/0028-lags-by-day.sql';
import migration0029VacuumOfDocuments from './migrations/0029-vacuum-of-documents.sql';
import migration0030VacuumOfAnswers from './migrations/0030-vacuum-of-answers.sql';
import migration0031VacuumOfAttributes from './migrations/0031-vacuum-of-attributes.sql';
import applyAnswers from './functions/apply_answers.sql';
import askAnswers from './functions/ask_answers.sql';
import commitBatch from './functions/commit_batch.sql';
import commitWrite from './functions/commit_write.sql';
import dequeueAnswers from './functions/dequeue_answers.sql';
import foldAnswers from './functions/fold_answers.sql';
import lockDocuments from './functions/lock_documents.sql';
import lockOrganization from './functions/lock_organization.sql';
import lockOrganizationAlone from './functions/lock_organization_alone.sql';
import openChanges from './functions/open_changes.sql';
import openNames from './functions/open_names.sql';
import openPairs from './functions/open_pairs.sql';
import { compatible_from, version } from './version.json';

export const documentsSql: SqlSchema = {
  version,
  compatibleFrom: compatible_from,
  migrations: [
    { name: '0001-document-tables', text: migration0001DocumentTables },
    { name: '0005-attribute-by-document', text: migration0005AttributeByDocument },
    { name: '0006-subscriptions-of-prefixes', text: migration0006SubscriptionsOfPrefixes },
    { name: '0007-columns-by-scope', text: migration0007ColumnsByScope },
    { name: '0009-images', text: migration0009Images },
    { name: '0010-metered-namespaces', text: migration0010MeteredNamespaces },
    { name: '0012-interval-sweeps', text: migration0012IntervalSweeps },
    { name: '0013-fits-by-scope', text: migration0013FitsByScope },
    { name: '0014-claims-of-walks', text: migration0014ClaimsOfWalks },
    { name: '0015-state-digests', text: migration0015StateDigests },
    { name: '0016-parts-of-answers', text: migration0016PartsOfAnswers },
    { name: '0017-related-documents', text: migration0017RelatedDocuments },
    { name: '0018-documents-by-creation', text: migration0018DocumentsByCreation },
    { name: '0019-resuming-deferrals', text: migration0019ResumingDeferrals },
    { name: '0020-groups', text: migration0020Groups },
    { name: '0021-summaries', text: migration0021Summaries },
    { name: '0022-walks-of-readers', text: migration0022WalksOfReaders },
    { name: '0023-jobs-newest-first', text: migration0023JobsNewestFirst },
    { name: '0024-counters-to-measure', text: migration0024CountersToMeasure },
    { name: '0025-counters-to-measure-by-namespace', text: migration0025CountersToMeasureByNamespace },
    { name: '0026-namespaces-to-measure', text: migration0026NamespacesToMeasure },
    { name: '0027-counters-by-day', text: migration0027CountersByDay },
    { name: '0028-lags-by-day', text: migration0028LagsByDay },
    { name: '0029-vacuum-of-documents', text: migration0029VacuumOfDocuments },
    { name: '0030-vacuum-of-answers', text: migration0030VacuumOfAnswers },
    { name: '0031-vacuum-of-attributes', text: migration0031VacuumOfAttributes },
  ],
  functions: [
    { name: 'apply_answers', text: applyAnswers },
    { name: 'ask_answers', text: askAnswers },
    { name: 'commit_batch', text: commitBatch },
    { name: 'commit_write', text: commitWrite },
    { name: 'dequeue_answers', text: dequeueAnswers },
    { name: 'fold_answers', text: foldAnswers },
    { name: 'lock_documents', text: lockDocuments },
    { name: 'lock_organization', text: lockOrganization },
    { name: 'lock_organization_alone', text: lockOrganizationAlone },
    { name: 'open_changes', text: openChanges },
    { name: 'open_names', text: openNames },
    { name: 'open_pairs', text: openPairs },
  ],
};
