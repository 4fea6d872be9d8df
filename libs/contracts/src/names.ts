/** Patterns of the specification's shared types, for schemas and code. */
export const namePattern = /^[A-Za-z0-9_-]{1,128}$/;
export const namespacePattern = /^(?!\.\.?$)[A-Za-z0-9._:/-]{1,256}$/;
export const namespaceOrTemplatePattern = /^(?!\.\.?$)(?=.{1,256}$)[A-Za-z0-9._:/-]+(\/\*)?$/;
/** A key's scope or an endpoint's prefix: `*`, `p`, `p*`, `p/` or `p/*`. */
export const scopePattern = /^(\*|(?!\.\.?$)[A-Za-z0-9._:/-]{1,256}\*?)$/;
export const durationPattern = /^\d{1,12}(ms|s|m|h|d)$/;
