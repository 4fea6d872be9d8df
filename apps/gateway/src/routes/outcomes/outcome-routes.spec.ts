import { CheckedRequest, readRequest } from '../../request/read-request';
import { outcomeRoutes } from './outcome-routes';

function read(method: string, ending: string, query = ''): CheckedRequest {
  const spec = outcomeRoutes.find((route) => route.method === method && route.path.endsWith(ending));
  if (!spec) throw new Error(`There is no ${method} of ${ending}.`);
  const params = { ns: 'acme', name: 'churn' };
  return readRequest(spec, { params, target: `/v1/namespaces/acme${query}`, headers: {}, bytes: undefined });
}

it('a run of the calibration needs no body [defect E-L2]', () => {
  expect(read('POST', '/calibration/run')).toEqual({ query: {}, body: {} });
});

it('a report takes an empty list of sources [defect E-L3]', () => {
  expect(read('GET', '/calibration', '?sources=').query).toEqual({ sources: '' });
});
