import { Box, NavLink, Text } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import { addressOf } from '../address/address';
import { Icon, type IconName } from './icon';

/** The pages in three groups: what people work on each day, what they set up once, and what they look after. */
const groups: readonly { title: string; pages: readonly (readonly [string, string, IconName])[] }[] = [
  {
    title: 'Work',
    pages: [
      ['/', 'Overview', 'overview'],
      ['/documents', 'Documents', 'documents'],
      ['/judgments', 'Judgments', 'judgments'],
      ['/review', 'Review', 'review'],
      ['/groups', 'Groups', 'groups'],
      ['/events', 'Events', 'events'],
    ],
  },
  {
    title: 'Setup',
    pages: [
      ['/namespaces', 'Namespaces', 'namespaces'],
      ['/endpoints', 'Endpoints', 'endpoints'],
      ['/engines', 'Engines', 'engines'],
    ],
  },
  {
    title: 'System',
    pages: [
      ['/jobs', 'Jobs', 'jobs'],
      ['/usage', 'Usage', 'usage'],
      ['/settings', 'Settings', 'settings'],
    ],
  },
];

/** Pages that show one namespace. */
export const namespacePages: readonly string[] = ['/judgments', '/documents', '/import', '/groups', '/review'];
const parents: Readonly<Record<string, string>> = {
  '/judgment': '/judgments',
  '/ask': '/judgments',
  '/editor': '/judgments',
  '/document': '/documents',
  '/import': '/documents',
  '/group': '/groups',
  '/endpoint': '/endpoints',
};

/** @param namespace that the pages of a namespace open with */
export function Rail({ namespace, onGo }: { namespace: string; onGo: () => void }) {
  const [path] = useLocation();
  return groups.map(({ title, pages }) => (
    <Box key={title} role="group" aria-label={title} mb="sm">
      <Text className="rail-title" aria-hidden="true">
        {title}
      </Text>
      {pages.map(([page, words, icon]) => (
        <NavLink
          key={page}
          component={Link}
          href={addressOf(page, namespacePages.includes(page) ? { ns: namespace } : {})}
          label={words}
          leftSection={<Icon name={icon} />}
          active={page === (parents[path] ?? path)}
          aria-current={page === path ? 'page' : undefined}
          onClick={onGo}
        />
      ))}
    </Box>
  ));
}
