/** Types of events that an endpoint asked for; without any it gets what its subscriptions send. */
export function typesText(types: readonly string[]): string {
  return types.length === 0 ? 'of subscriptions alone' : types.join(', ');
}
