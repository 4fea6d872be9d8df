/** The query of a list, in the words of a caller who iterates it. */
export type PageQuery<Q> = Omit<NonNullable<Q>, 'limit'> & {
  /** Items a page: how many a request asks for. It does not end an iteration. */
  pageSize?: number;
  /** @deprecated The name on the wire of `pageSize`. */
  limit?: number;
};

/** A query whose parameters `Names` are numbers; the wire has them as texts. */
export type WithNumbers<Q, Names extends keyof NonNullable<Q>> = Omit<NonNullable<Q>, Names> & {
  [Name in Names]?: number | NonNullable<Q>[Name];
};
