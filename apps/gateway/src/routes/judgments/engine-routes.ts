import { EngineList, listEngines } from '@app/contracts/engines';
import { Route, forward } from '../../http/route';

export const engineRoutes: readonly Route[] = [
  forward({
    method: 'GET',
    path: '/engines',
    tag: 'Engines',
    summary: 'The engines, their active versions, limits and billing weights.',
    access: 'read',
    success: [200],
    reply: EngineList,
    to: listEngines,
    payload: () => ({}),
  }),
];
