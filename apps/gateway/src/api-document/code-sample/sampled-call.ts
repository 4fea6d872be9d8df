import type { Access, RouteSpec } from '../../request/route-spec';
import { operationNameOf } from '../operation-names';
import { ExampleParameter, exampleParameters, exampleQuery } from './example-values';
import { requestBodies } from './request-bodies';

/** One call of an operation with example values. */
export interface SampledCall {
  /** The client's method for it. */
  name: string;
  method: RouteSpec['method'];
  /** Below `/v1`, escaped, with its parameters filled in. */
  path: string;
  parameters: ExampleParameter[];
  query?: Record<string, string>;
  /** Undefined for operations without a body, and where nobody wrote one. */
  body?: object;
  access: Access;
}

export function sampledCall(route: RouteSpec, operationId: string): SampledCall {
  const { method, path, access, body } = route;
  const parameters = exampleParameters(path);
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(parameters.find((one) => one.name === name)?.value ?? ''),
  );
  return {
    name: operationNameOf(route),
    method,
    path: filled,
    parameters,
    access,
    query: exampleQuery(operationId),
    body: body && requestBodies[operationId],
  };
}
