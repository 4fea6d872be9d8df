import { NavLink } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import { addressOf } from '../address/address';

const entries = [
  ['/', 'Overview'],
  ['/namespaces', 'Namespaces'],
  ['/judgments', 'Judgments'],
  ['/documents', 'Documents'],
  ['/groups', 'Groups'],
  ['/review', 'Review'],
  ['/endpoints', 'Endpoints'],
  ['/events', 'Events'],
  ['/jobs', 'Jobs'],
  ['/usage', 'Usage'],
  ['/engines', 'Engines'],
  ['/settings', 'Settings'],
] as const;

/** Pages that show one namespace. */
export const namespacePages: readonly string[] = ['/judgments', '/documents', '/groups', '/review'];
const parents: Readonly<Record<string, string>> = {
  '/judgment': '/judgments',
  '/editor': '/judgments',
  '/document': '/documents',
  '/group': '/groups',
  '/endpoint': '/endpoints',
};

/** @param namespace that the pages of a namespace open with */
export function Rail({ namespace, onGo }: { namespace: string; onGo: () => void }) {
  const [path] = useLocation();
  return entries.map(([page, words]) => (
    <NavLink
      key={page}
      component={Link}
      href={addressOf(page, namespacePages.includes(page) ? { ns: namespace } : {})}
      label={words}
      active={page === (parents[path] ?? path)}
      aria-current={page === path ? 'page' : undefined}
      onClick={onGo}
    />
  ));
}
