/**
 * Prometheus tells installations apart by the labels `namespace` and `release`, which scraping sets on every series of a
 * process: no metric has them by itself.
 */
export interface Installation {
  namespace: string;
  release: string;
}

/** What stands for them in the written rules, until the chart puts in its own. */
export const anyInstallation: Installation = { namespace: '__NAMESPACE__', release: '__RELEASE__' };

/** Series of the services' processes: ours, and those of Node and of the process. */
const ownSeries = /"[^"]*"|\b((?:judgment|nodejs|process)_\w+)(?:\{([^}]*)\})?/g;

/** Matchers of PromQL that select the series of one installation. */
export function matchersOf({ namespace, release }: Installation): string {
  return `namespace="${namespace}",release="${release}"`;
}

/** An expression whose every series of the services has these matchers beside its own. */
export function selecting(expr: string, matchers: string): string {
  return expr.replace(ownSeries, (whole, name: string | undefined, own: string | undefined) => {
    if (name === undefined) return whole;
    return `${name}{${own ? `${own},` : ''}${matchers}}`;
  });
}
