/** The part of JSON Schema that the members of `error.details` need; `named` is a schema of the API document. */
export type DetailSchema =
  | { readonly type: 'string'; readonly enum?: readonly string[]; readonly format?: 'date-time' }
  | { readonly type: 'integer' | 'number' }
  | { readonly type: 'array'; readonly items: DetailSchema }
  | {
      readonly type: 'object';
      readonly properties: Readonly<Record<string, DetailSchema>>;
      readonly required: readonly string[];
    }
  | { readonly named: 'SuggestedContext' | 'UsageView' }
  | { readonly anyOf: readonly (DetailSchema | { readonly type: 'null' })[] };

/** The TypeScript type of what a schema describes. */
export type TypeOf<S> = S extends { anyOf: readonly (infer One)[] }
  ? TypeOf<One>
  : S extends { enum: readonly (infer Value)[] }
    ? Value
    : S extends { type: 'string' }
      ? string
      : S extends { type: 'integer' | 'number' }
        ? number
        : S extends { type: 'null' }
          ? null
          : S extends { type: 'array'; items: infer Item }
            ? readonly TypeOf<Item>[]
            : S extends { type: 'object'; properties: infer Members }
              ? { readonly [M in keyof Members]: TypeOf<Members[M]> }
              : object;
