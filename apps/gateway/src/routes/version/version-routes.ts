import { Route, route } from '../../http/route';
import { VersionView } from './version.schema';

export const showVersion = route({
  method: 'GET',
  path: '/version',
  tag: 'Organization',
  summary: 'The version of the service and of its API.',
  access: 'read',
  success: [200],
  reply: VersionView,
});

export const versionRoutes: readonly Route[] = [showVersion];
