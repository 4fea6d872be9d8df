export type JsonSchema = { [keyword: string]: unknown };
