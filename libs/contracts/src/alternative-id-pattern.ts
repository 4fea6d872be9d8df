/** How the id of an alternative is written. */
export const alternativeIdPattern = /^alt_[0-9a-f]{16}$/;
