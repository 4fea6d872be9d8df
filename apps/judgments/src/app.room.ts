import type { ServiceRoom } from '@app/boot';
import { judgmentsSettings } from './app.config';
import { JudgmentTables1790000000001 } from './migrations/1790000000001-judgment-tables';
import { JudgmentCopies1790000000002 } from './migrations/1790000000002-judgment-copies';
import { EarlierPaths1790000000003 } from './migrations/1790000000003-earlier-paths';
import { ErasingNamespaces1790000000004 } from './migrations/1790000000004-erasing-namespaces';
import { ContextImages1790000000005 } from './migrations/1790000000005-context-images';
import { Backfills1790000000006 } from './migrations/1790000000006-backfills';
import { ToldAnswers1790000000007 } from './migrations/1790000000007-told-answers';
import { VersionsBeside1790000000008 } from './migrations/1790000000008-versions-beside';
import { ErasedImages1790000000009 } from './migrations/1790000000009-erased-images';

/** The service's room: its settings and its schema. */
export const judgmentsRoom: ServiceRoom<typeof judgmentsSettings> = {
  service: 'judgments',
  settings: judgmentsSettings,
  entities: [],
  migrations: [
    JudgmentTables1790000000001,
    JudgmentCopies1790000000002,
    EarlierPaths1790000000003,
    ErasingNamespaces1790000000004,
    ContextImages1790000000005,
    Backfills1790000000006,
    ToldAnswers1790000000007,
    VersionsBeside1790000000008,
    ErasedImages1790000000009,
  ],
  plans: 'by_index',
};
