/** Token of the HTTP client that sends deliveries. Specs give it another resolver, dialer and certificate authority. */
export const EGRESS = Symbol('egress');
