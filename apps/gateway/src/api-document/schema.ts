/** A JSON Schema, or any part of an OpenAPI document. */
export type Node = { readonly [member: string]: unknown };

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function nodeOf(value: unknown): Node {
  return isNode(value) ? value : {};
}

export function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string');
  return typeof value === 'string' ? [value] : [];
}

/** A document whose references can be followed. */
export class Document {
  constructor(readonly root: Node) {}

  /** A node without its reference: what is said beside `$ref` replaces what is referred to. */
  resolve(value: unknown): Node {
    const node = nodeOf(value);
    if (typeof node.$ref !== 'string') return node;
    const { $ref, ...own } = node;
    const steps = $ref.replace(/^#\//, '').split('/');
    const found = steps.reduce<unknown>(
      (at, step) => nodeOf(at)[step.replaceAll('~1', '/').replaceAll('~0', '~')],
      this.root,
    );
    return { ...this.resolve(found), ...own };
  }
}

/** Types that a schema names; empty when it names none, and then any is allowed. */
export function typesOf(schema: Node): string[] {
  return textsOf(schema.type);
}
