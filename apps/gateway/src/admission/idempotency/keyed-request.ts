/** A keyed request: an organization and its `Idempotency-Key`. */
export interface KeyedRequest {
  organization: string;
  key: string;
}

/** The right to run a keyed request. Its id travels to the owner as the effect id. */
export interface Claim extends KeyedRequest {
  effectId: string;
}
