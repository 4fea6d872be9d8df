/** Values as an operator of one of the usual clouds or companies sets them, and what the chart makes of them. */
export interface Unusual {
  /** An example on which they stand; none: the defaults. */
  on?: 'production' | 'postgres-per-service';
  values: object;
  /** By kind and name of a manifest and a JSON pointer into it. */
  shows: Readonly<Record<string, unknown>>;
}

/** The values of a Postgres of the operator's own. */
export const ownPostgres = { postgres: { host: 'db.example.com', bundled: { enabled: false } } };

/** Paths into the manifests of the chart, for `shows`. */
export const deployment = (service: string, pointer: string) => `Deployment judgments-judgment-${service}${pointer}`;
export const ofPods = '/spec/template/metadata';
export const inPods = '/spec/template/spec';
