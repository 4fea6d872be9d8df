/** A value as `jsonb` can hold it: texts without U+0000, which becomes the replacement character. */
export function withoutNul<T extends object>(value: T): object {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === 'string' ? inner.replaceAll('\u0000', '\uFFFD') : inner,
  ) as object;
}
