/** Values that stand for the parameters of a path in samples, by the noun that comes before them. */
const ids: Record<string, string> = {
  documents: 'order-17',
  images: 'img_01jabc',
  jobs: 'job_01jabc',
  outcomes: 'out_01jabc',
  alternatives: 'alt_01jabc',
  'api-keys': 'key_01jabc',
  'webhook-endpoints': 'whe_01jabc',
  events: 'evt_01jabc',
  models: 'jev',
};
const names: Record<string, string> = { judgments: 'late', groups: 'by_region', subscriptions: 'alarms' };

/** Queries without which an operation refuses, by operationId. */
const queries: Record<string, Record<string, string>> = {
  sessions_providers: { email: 'ada@example.com' },
  judgment_recommendation: { on: 'p', target: 'precision', at_least: '0.9' },
};

/** A parameter of a path, with the value that it has in samples. */
export interface ExampleParameter {
  name: string;
  value: string;
}

/** @param path with parameters as `:param` */
export function exampleParameters(path: string): ExampleParameter[] {
  const steps = path.split('/');
  return steps.flatMap((step, at) =>
    step.startsWith(':') ? [{ name: step.slice(1), value: valueOf(step.slice(1), steps[at - 1], path) }] : [],
  );
}

export function exampleQuery(operationId: string): Record<string, string> | undefined {
  return queries[operationId];
}

function valueOf(name: string, noun: string, path: string): string {
  if (name === 'ns') return path.endsWith('/summary') ? 'acme/prod/*' : 'acme/prod/t1';
  if (name === 'judgment') return 'late';
  return (name === 'name' ? names[noun] : ids[noun]) ?? `your-${name}`;
}
