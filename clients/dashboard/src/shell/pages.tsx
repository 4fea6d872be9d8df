import type { ComponentType } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { Late } from '../element/loading/late';
import { later } from '../element/loading/later';
import { Page } from '../element/page';

/** Pages by their paths; each comes when it is first opened. */
const pages: readonly (readonly [string, ComponentType])[] = [
  ['/', later('OverviewPage', () => import('../page/overview/overview-page'))],
  ['/namespaces', later('NamespacesPage', () => import('../page/namespace/namespaces-page'))],
  ['/judgments', later('JudgmentsPage', () => import('../page/judgment/judgments-page'))],
  ['/judgment', later('JudgmentPage', () => import('../page/judgment/judgment-page'))],
  ['/documents', later('DocumentsPage', () => import('../page/document/documents-page'))],
  ['/document', later('DocumentPage', () => import('../page/document/document-page'))],
  ['/import', later('ImportPage', () => import('../page/import/import-page'))],
  ['/ask', later('AskPage', () => import('../page/ask/ask-page'))],
  ['/editor', later('EditorPage', () => import('../page/editor/editor-page'))],
  ['/review', later('ReviewPage', () => import('../page/review/review-page'))],
  ['/groups', later('GroupsPage', () => import('../page/group/groups-page'))],
  ['/group', later('GroupPage', () => import('../page/group/group-page'))],
  ['/endpoints', later('EndpointsPage', () => import('../page/endpoint/endpoints-page'))],
  ['/endpoint', later('EndpointPage', () => import('../page/endpoint/endpoint-page'))],
  ['/events', later('EventsPage', () => import('../page/event/events-page'))],
  ['/jobs', later('JobsPage', () => import('../page/job/jobs-page'))],
  ['/usage', later('UsagePage', () => import('../page/usage/usage-page'))],
  ['/engines', later('EnginesPage', () => import('../page/engine/engines-page'))],
  ['/settings', later('SettingsPage', () => import('../page/settings/settings-page'))],
];

export function Pages() {
  const [path] = useLocation();
  return (
    // A page that failed does not keep the next one away.
    <Late key={path}>
      <Switch>
        {pages.map(([address, component]) => (
          <Route key={address} path={address} component={component} />
        ))}
        <Route>
          <Page title="Page not found">Choose a page in the navigation.</Page>
        </Route>
      </Switch>
    </Late>
  );
}
