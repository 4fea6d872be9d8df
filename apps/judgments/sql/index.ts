// Written by `npm run schema`: do not edit.
import type { SqlSchema } from '@app/persistence';
import migration0001JudgmentTables from './migrations/0001-judgment-tables.sql';
import migration0002JudgmentCopies from './migrations/0002-judgment-copies.sql';
import migration0003EarlierPaths from './migrations/0003-earlier-paths.sql';
import migration0004ErasingNamespaces from './migrations/0004-erasing-namespaces.sql';
import migration0005ContextImages from './migrations/0005-context-images.sql';
import migration0006Backfills from './migrations/0006-backfills.sql';
import migration0007ToldAnswers from './migrations/0007-told-answers.sql';
import migration0008VersionsBeside from './migrations/0008-versions-beside.sql';
import migration0009ErasedImages from './migrations/0009-erased-images.sql';
import migration0010TargetVersions from './migrations/0010-target-versions.sql';
import migration0011OverlappingBackfills from './migrations/0011-overlapping-backfills.sql';
import migration0012KeptContexts from './migrations/0012-kept-contexts.sql';
import migration0013FeaturesAndParts from './migrations/0013-features-and-parts.sql';
import migration0014WatermarksOfAnswers from './migrations/0014-watermarks-of-answers.sql';
import migration0015RollingLimit from './migrations/0015-rolling-limit.sql';
import migration0016ReadsOfJudgments from './migrations/0016-reads-of-judgments.sql';
import migration0017AnswersWithoutAsks from './migrations/0017-answers-without-asks.sql';
import migration0018AlternativesSetting from './migrations/0018-alternatives-setting.sql';
import migration0019Scoring from './migrations/0019-scoring.sql';
import migration0020EngineSource from './migrations/0020-engine-source.sql';
import migration0021PausedNamespaces from './migrations/0021-paused-namespaces.sql';
import migration0022JobsNewestFirst from './migrations/0022-jobs-newest-first.sql';
import migration0023JudgmentsByPlace from './migrations/0023-judgments-by-place.sql';
import migration0024TokensOfBackfills from './migrations/0024-tokens-of-backfills.sql';
import migration0025VacuumOfHeads from './migrations/0025-vacuum-of-heads.sql';
import migration0026EndOfAnswers from './migrations/0026-end-of-answers.sql';
import migration0027DaysOfStatistics from './migrations/0027-days-of-statistics.sql';
import { compatible_from, version } from './version.json';

export const judgmentsSql: SqlSchema = {
  version,
  compatibleFrom: compatible_from,
  migrations: [
    { name: '0001-judgment-tables', text: migration0001JudgmentTables },
    { name: '0002-judgment-copies', text: migration0002JudgmentCopies },
    { name: '0003-earlier-paths', text: migration0003EarlierPaths },
    { name: '0004-erasing-namespaces', text: migration0004ErasingNamespaces },
    { name: '0005-context-images', text: migration0005ContextImages },
    { name: '0006-backfills', text: migration0006Backfills },
    { name: '0007-told-answers', text: migration0007ToldAnswers },
    { name: '0008-versions-beside', text: migration0008VersionsBeside },
    { name: '0009-erased-images', text: migration0009ErasedImages },
    { name: '0010-target-versions', text: migration0010TargetVersions },
    { name: '0011-overlapping-backfills', text: migration0011OverlappingBackfills },
    { name: '0012-kept-contexts', text: migration0012KeptContexts },
    { name: '0013-features-and-parts', text: migration0013FeaturesAndParts },
    { name: '0014-watermarks-of-answers', text: migration0014WatermarksOfAnswers },
    { name: '0015-rolling-limit', text: migration0015RollingLimit },
    { name: '0016-reads-of-judgments', text: migration0016ReadsOfJudgments },
    { name: '0017-answers-without-asks', text: migration0017AnswersWithoutAsks },
    { name: '0018-alternatives-setting', text: migration0018AlternativesSetting },
    { name: '0019-scoring', text: migration0019Scoring },
    { name: '0020-engine-source', text: migration0020EngineSource },
    { name: '0021-paused-namespaces', text: migration0021PausedNamespaces },
    { name: '0022-jobs-newest-first', text: migration0022JobsNewestFirst },
    { name: '0023-judgments-by-place', text: migration0023JudgmentsByPlace },
    { name: '0024-tokens-of-backfills', text: migration0024TokensOfBackfills },
    { name: '0025-vacuum-of-heads', text: migration0025VacuumOfHeads },
    { name: '0026-end-of-answers', text: migration0026EndOfAnswers },
    { name: '0027-days-of-statistics', text: migration0027DaysOfStatistics },
  ],
  functions: [],
};
