import Ajv, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';

interface Operation {
  requestBody?: { content: Record<string, { schema: object }> };
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
}

/** The API as its document describes it: which calls exist, and what their bodies may be. */
export class ApiTable {
  private readonly document: Document;
  private readonly checks = new Map<object, ValidateFunction>();
  private readonly ajv = new Ajv({ strict: false, allErrors: true });

  constructor() {
    this.document = JSON.parse(readFileSync(join(workspaceRoot, 'docs/api/openapi.json'), 'utf8')) as Document;
    addFormats(this.ajv);
    this.ajv.addSchema(this.document, 'api');
  }

  /**
   * What is wrong with a call of curl, as a sentence; undefined where the API has it.
   * @param words behind `curl`
   */
  faultOfCurl(words: readonly string[]): string | undefined {
    const after = (name: string): string | undefined => {
      const at = words.indexOf(name);
      return at < 0 ? undefined : words[at + 1];
    };
    const data = after('-d');
    const method = after('-X') ?? (data === undefined ? 'GET' : 'POST');
    const address = words.find((word) => word.startsWith('http://guide.test/v1/'));
    if (address === undefined) return `no address of the service in ${words.join(' ')}`;
    return this.faultOf(method, address.slice('http://guide.test/v1'.length), data);
  }

  private faultOf(method: string, address: string, data: string | undefined): string | undefined {
    const [path = ''] = address.split('?');
    const template = Object.keys(this.document.paths).find((one) => matches(one, path));
    const operation = template === undefined ? undefined : this.document.paths[template]?.[method.toLowerCase()];
    if (operation === undefined) return `the API has no ${method} ${path}`;
    const schema = operation.requestBody?.content['application/json']?.schema;
    if (data === undefined || schema === undefined) return undefined;
    const check = this.checkOf(schema);
    return check(JSON.parse(data)) ? undefined : `${method} ${path}: ${this.ajv.errorsText(check.errors)}`;
  }

  private checkOf(schema: object): ValidateFunction {
    const here = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as object;
    const check = this.checks.get(schema) ?? this.ajv.compile(here);
    this.checks.set(schema, check);
    return check;
  }
}

/** Whether a path is one of a template, of which each `{name}` stands for a segment. */
function matches(template: string, path: string): boolean {
  const [wanted, given] = [template.split('/'), path.split('/')];
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith('{') || part === given[at]);
}
