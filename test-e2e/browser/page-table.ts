import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// From the root, where tests and commands run.
const sources = join(process.cwd(), 'clients/dashboard/src');

/** What the pages of a room are about. */
export interface Subjects {
  namespace: string;
  document: string;
  judgment: string;
  endpoint: string;
  group: string;
}

/**
 * Addresses of every page, by its path; a page with tabs has one for each. A path that the dashboard has and this table
 * lacks fails `missingPages`.
 */
export function pageTable({ namespace, document, judgment, endpoint, group }: Subjects): Record<string, string[]> {
  const [ns, id] = [namespace, document].map(encodeURIComponent);
  const tabs = (page: string) => tabsOf(page).map((tab) => `tab=${tab}`);
  return {
    '/': ['/'],
    '/namespaces': [`/namespaces?show=${ns}`],
    '/judgments': [`/judgments?ns=${ns}`],
    '/judgment': tabs('judgment/judgment-page').map((tab) => `/judgment?ns=${ns}&name=${judgment}&${tab}`),
    '/documents': [`/documents?ns=${ns}`],
    '/document': [`/document?ns=${ns}&id=${id}`],
    '/import': ['/import', `/import?ns=${ns}`],
    '/groups': [`/groups?ns=${ns}`],
    '/group': [`/group?ns=${ns}&name=${encodeURIComponent(group)}`],
    '/ask': [`/ask?ns=${ns}`],
    '/editor': [`/editor?ns=${ns}`, `/editor?ns=${ns}&name=${judgment}`],
    '/review': [`/review?ns=${ns}&name=${judgment}`],
    '/endpoints': ['/endpoints'],
    '/endpoint': [`/endpoint?id=${endpoint}`],
    '/events': ['/events'],
    '/jobs': ['/jobs'],
    '/usage': ['/usage'],
    '/engines': ['/engines'],
    '/settings': tabs('settings/settings-page').map((tab) => `/settings?${tab}`),
  };
}

/** Paths of the dashboard that a table says nothing about. */
export function missingPages(table: Readonly<Record<string, string[]>>): string[] {
  const routes = namesIn('shell/pages.tsx', /^ {2}\['(\/[^']*)', later\(/gm);
  if (routes.length < 10) throw new Error('The routes of shell/pages.tsx are no longer written as this reads them.');
  return routes.filter((path) => !Object.hasOwn(table, path));
}

/** Tabs of a page, from the list that draws them. */
function tabsOf(page: string): string[] {
  const tabs = namesIn(`page/${page}.tsx`, /^ {2}\['([a-z-]+)', '[^']+', /gm);
  if (tabs.length < 2) throw new Error(`The tabs of ${page}.tsx are no longer written as this reads them.`);
  return tabs;
}

function namesIn(path: string, pattern: RegExp): string[] {
  return [...readFileSync(join(sources, path), 'utf8').matchAll(pattern)].map(([, name]) => name);
}
