import type { RouteSpec } from '../../request/route-spec';
import { curlSample } from './curl';
import { sampledCall } from './sampled-call';
import { typescriptSample } from './typescript';

/** One entry of `x-codeSamples`, as renderers of OpenAPI read it. */
export interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

/** The same call in each language. */
export function codeSamples(route: RouteSpec, operationId: string): CodeSample[] {
  const call = sampledCall(route, operationId);
  return [
    { lang: 'Shell', label: 'curl', source: curlSample(call) },
    { lang: 'TypeScript', label: 'TypeScript', source: typescriptSample(call) },
  ];
}
