import { Route } from '../http/route';
import { documentRoutes } from './documents/document-routes';
import { engineRoutes } from './judgments/engine-routes';
import { groupRoutes } from './groups/group-routes';
import { imageRoutes } from './images/image-routes';
import { jobRoutes } from './jobs/job-routes';
import { judgingRoutes } from './judgments/judging-routes';
import { judgmentRoutes } from './judgments/judgment-routes';
import { namespaceRoutes } from './documents/namespace-routes';
import { apiKeyRoutes } from './organization/api-key-routes';
import { memberRoutes } from './organization/member-routes';
import { organizationRoutes } from './organization/organization-routes';
import { sessionRoutes } from './organization/session-routes';
import { modelRoutes } from './models/model-routes';
import { alternativeRoutes } from './outcomes/alternative-routes';
import { repeatabilityRoutes } from './outcomes/repeatability-routes';
import { draftRoutes } from './outcomes/draft-routes';
import { outcomeRoutes } from './outcomes/outcome-routes';
import { starterRoutes } from './judgments/starter-routes';
import { subscriptionRoutes } from './subscriptions/subscription-routes';
import { summaryRoutes } from './groups/summary-routes';
import { versionRoutes } from './version/version-routes';
import { deliveryRoutes } from './subscriptions/delivery-routes';
import { endpointRoutes } from './subscriptions/endpoint-routes';

/** Every route under `/v1`, in the order of the OpenAPI document. */
export const routes: readonly Route[] = [
  ...documentRoutes,
  ...groupRoutes,
  ...summaryRoutes,
  ...imageRoutes,
  ...engineRoutes,
  ...modelRoutes,
  ...jobRoutes,
  ...judgingRoutes,
  ...judgmentRoutes,
  ...namespaceRoutes,
  ...apiKeyRoutes,
  ...organizationRoutes,
  ...outcomeRoutes,
  ...alternativeRoutes,
  ...repeatabilityRoutes,
  ...draftRoutes,
  ...starterRoutes,
  ...subscriptionRoutes,
  ...endpointRoutes,
  ...deliveryRoutes,
  ...sessionRoutes,
  ...memberRoutes,
  ...versionRoutes,
];
