import { ServiceRoom } from '@app/boot';
import { documentsSettings } from './app.config';
import { DocumentTables1790000000001 } from './migrations/1790000000001-document-tables';
import { CommitWrite1790000000002 } from './migrations/1790000000002-commit-write';
import { FoldAnswers1790000000003 } from './migrations/1790000000003-fold-answers';
import { CommitUpdates1790000000004 } from './migrations/1790000000004-commit-updates';
import { AttributeByDocument1790000000005 } from './migrations/1790000000005-attribute-by-document';
import { SubscriptionsOfPrefixes1790000000006 } from './migrations/1790000000006-subscriptions-of-prefixes';
import { ColumnsByScope1790000000007 } from './migrations/1790000000007-columns-by-scope';
import { JobFailures1790000000008 } from './migrations/1790000000008-job-failures';
import { Images1790000000009 } from './migrations/1790000000009-images';
import { MeteredNamespaces1790000000010 } from './migrations/1790000000010-metered-namespaces';
import { IntervalSweeps1790000000012 } from './migrations/1790000000012-interval-sweeps';
import { FitsByScope1790000000013 } from './migrations/1790000000013-fits-by-scope';
import { EarlierTouches1790000000014 } from './migrations/1790000000014-earlier-touches';

/** The read model's room in Postgres: raw statements only, so it has no TypeORM entities. */
export const documentsRoom: ServiceRoom<typeof documentsSettings> = {
  service: 'documents',
  settings: documentsSettings,
  entities: [],
  migrations: [
    DocumentTables1790000000001,
    CommitWrite1790000000002,
    FoldAnswers1790000000003,
    CommitUpdates1790000000004,
    AttributeByDocument1790000000005,
    SubscriptionsOfPrefixes1790000000006,
    ColumnsByScope1790000000007,
    JobFailures1790000000008,
    Images1790000000009,
    MeteredNamespaces1790000000010,
    IntervalSweeps1790000000012,
    FitsByScope1790000000013,
    EarlierTouches1790000000014,
  ],
};
