/** A namespace of an organization, by its name. */
export interface NamespaceRef {
  organization: string;
  namespace: string;
}

/** A judgment as a path names it; `scope` is a namespace or a template prefix that ends in `/*`. */
export interface JudgmentRef {
  organization: string;
  scope: string;
  name: string;
}
