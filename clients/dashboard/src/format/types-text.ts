/** Types of events that an endpoint asked for; it gets all when it asked for none. */
export function typesText(types: readonly string[]): string {
  return types.length === 0 ? 'all types' : types.join(', ');
}
