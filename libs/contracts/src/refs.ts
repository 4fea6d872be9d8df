/** A namespace of an organization. */
export interface NamespaceRef {
  organization: string;
  namespace: string;
}

/** A judgment by the path of a request; `scope` is a namespace or a template prefix that ends in `/*`. */
export interface JudgmentRef {
  organization: string;
  scope: string;
  name: string;
}
