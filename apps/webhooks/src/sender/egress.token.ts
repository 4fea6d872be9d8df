/** The pinned sender; tests give it another resolver, dialer and authority. */
export const EGRESS = Symbol('egress');
