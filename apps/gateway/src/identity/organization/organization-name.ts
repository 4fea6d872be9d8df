/** Names of organizations, which operators type: letters, digits, dots, dashes and low lines. */
export const organizationName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
