import { Group, group } from './case/group';
import { besideOpenCase } from './cases/beside-open';
import { attackCases } from './cases/beside-pages';
import { capacityOfAnswers } from './cases/capacity-answers';
import { capacityOfChurn } from './cases/capacity-churn';
import { capacityOfDocument } from './cases/capacity-document';
import { capacityCases, capacityOfDeletion } from './cases/capacity';
import { capacityOfNamespaces } from './cases/capacity-namespaces';
import { capacityOfReplicas, replicas } from './cases/capacity-replicas';
import { capacityOfServer } from './cases/capacity-server';
import { deliveryCases } from './cases/deliveries';
import { documentCases } from './cases/documents';
import { feedCases } from './cases/feed';
import { freshBesideCase } from './cases/fresh-beside';
import { groupCases } from './cases/groups';
import { hotParentCases } from './cases/hot-parent';
import { idleCases } from './cases/idle';
import { judgedWriteCases } from './cases/judged-writes';
import { judgingCase } from './cases/judging';
import { outcomesCase } from './cases/outcomes';
import { relationCases } from './cases/relations';
import { spreadCase } from './cases/spread';
import { sustainedCase } from './cases/sustained';
import { templateCase } from './cases/template';
import { upstreamCase } from './cases/upstream';
import { upstreamWritesCase } from './cases/upstream-writes';
import { DeliverySite } from './deliveries/site';
import { FeedSite } from './feed/site';
import { IdleSite } from './idle/site';
import { StackSite } from './stack/site';

/** Every case of the bench by the servers that it runs on; one group's servers are stopped before the next ones start. */
export const table: readonly Group[] = [
  group((checkout) => FeedSite.open(checkout), feedCases),
  group((checkout) => DeliverySite.open(checkout), deliveryCases),
  group(
    (checkout) => StackSite.open(checkout),
    [
      ...documentCases,
      ...judgedWriteCases,
      ...relationCases,
      ...hotParentCases,
      besideOpenCase,
      freshBesideCase,
      ...attackCases,
      upstreamCase,
      upstreamWritesCase,
      ...groupCases,
      spreadCase,
      templateCase,
      outcomesCase,
      sustainedCase,
      judgingCase,
      ...capacityCases,
      ...capacityOfServer,
      capacityOfDeletion,
      ...capacityOfNamespaces,
      capacityOfDocument,
      capacityOfAnswers,
      capacityOfChurn,
    ],
  ),
  group((checkout) => IdleSite.open(checkout), idleCases),
  ...replicas.map((count) => group((checkout) => StackSite.open(checkout, count), [capacityOfReplicas(count)])),
];
