// Written by `npm run schema`: do not edit.
import type { SqlSchema } from '@app/persistence';
import adopted from './adopted.json';
import migration0001Baseline from './migrations/0001-baseline.sql';
import migration0002GoneWithOlderBuilds from './migrations/0002-gone-with-older-builds.sql';
import migration0003StaleBy from './migrations/0003-stale-by.sql';
import migration0004WaitingWalks from './migrations/0004-waiting-walks.sql';
import migration0005FanOutsNoteWhatTheyLeaveOut from './migrations/0005-fan-outs-note-what-they-leave-out.sql';
import migration0006TimesOfAnyOffset from './migrations/0006-times-of-any-offset.sql';
import migration0007AnswersThatCount from './migrations/0007-answers-that-count.sql';
import migration0008FanoutTurns from './migrations/0008-fanout-turns.sql';
import migration0009SummaryDocuments from './migrations/0009-summary-documents.sql';
import migration0012EpochSources from './migrations/0012-epoch-sources.sql';
import migration0013PairsOfAttributes from './migrations/0013-pairs-of-attributes.sql';
import applyAnswers from './functions/apply_answers.sql';
import askAnswers from './functions/ask_answers.sql';
import claimFanoutWalk from './functions/claim_fanout_walk.sql';
import commitBatch from './functions/commit_batch.sql';
import dequeueAnswers from './functions/dequeue_answers.sql';
import expectFanouts from './functions/expect_fanouts.sql';
import instantOf from './functions/instant_of.sql';
import lockDocuments from './functions/lock_documents.sql';
import lockOrganization from './functions/lock_organization.sql';
import lockOrganizationAlone from './functions/lock_organization_alone.sql';
import openChanges from './functions/open_changes.sql';
import openNames from './functions/open_names.sql';
import openPairs from './functions/open_pairs.sql';
import pairRows from './functions/pair_rows.sql';
import { compatible_from, version } from './version.json';

export const documentsSql: SqlSchema = {
  version,
  compatibleFrom: compatible_from,
  migrations: [
    { name: '0001-baseline', text: migration0001Baseline },
    { name: '0002-gone-with-older-builds', text: migration0002GoneWithOlderBuilds },
    { name: '0003-stale-by', text: migration0003StaleBy },
    { name: '0004-waiting-walks', text: migration0004WaitingWalks },
    { name: '0005-fan-outs-note-what-they-leave-out', text: migration0005FanOutsNoteWhatTheyLeaveOut },
    { name: '0006-times-of-any-offset', text: migration0006TimesOfAnyOffset },
    { name: '0007-answers-that-count', text: migration0007AnswersThatCount },
    { name: '0008-fanout-turns', text: migration0008FanoutTurns },
    { name: '0009-summary-documents', text: migration0009SummaryDocuments },
    { name: '0012-epoch-sources', text: migration0012EpochSources },
    { name: '0013-pairs-of-attributes', text: migration0013PairsOfAttributes },
  ],
  functions: [
    { name: 'apply_answers', text: applyAnswers },
    { name: 'ask_answers', text: askAnswers },
    { name: 'claim_fanout_walk', text: claimFanoutWalk },
    { name: 'commit_batch', text: commitBatch },
    { name: 'dequeue_answers', text: dequeueAnswers },
    { name: 'expect_fanouts', text: expectFanouts },
    { name: 'instant_of', text: instantOf },
    { name: 'lock_documents', text: lockDocuments },
    { name: 'lock_organization', text: lockOrganization },
    { name: 'lock_organization_alone', text: lockOrganizationAlone },
    { name: 'open_changes', text: openChanges },
    { name: 'open_names', text: openNames },
    { name: 'open_pairs', text: openPairs },
    { name: 'pair_rows', text: pairRows },
  ],
  adopted,
};
