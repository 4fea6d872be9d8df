/** A document that the judged one points at. */
export const customer = { join: { theirs: 'id', mine: 'attributes.customer' }, fields: ['state.tier'] };
/** Documents that name the judged one. */
export const messages = { join: { theirs: 'attributes.account', mine: 'id' }, fields: ['state.text'] };
export const context = (related: object) => ({ fields: ['state.text'], related });
export const pointer = context({ customer });
/** Judges by itself, with little debounce and a limit. */
export const automatic = { policy: 'on_change', debounce_ms: 0, fanout: { debounce_ms: 0, rolling_limit: 1000 } };
/** A judgment that follows a document that it points at, and judges by itself. */
export const late = (more: object = {}) => ({
  name: 'late',
  type: 'bool',
  question: 'Late?',
  context: pointer,
  freshness: automatic,
  ...more,
});
