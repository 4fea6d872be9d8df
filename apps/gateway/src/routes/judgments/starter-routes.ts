import { StarterList } from '@app/contracts/judgments';
import { Route, route } from '../../http/route';

export const listStarters = route({
  method: 'GET',
  path: '/starters',
  tag: 'Judgments',
  summary: 'Definitions to begin from, with placeholders for your own paths and words.',
  access: 'read',
  success: [200],
  reply: StarterList,
});

export const starterRoutes: readonly Route[] = [listStarters];
