import { asyncApi, declaredMessages } from '@app/contracts/catalogue';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { RouteSpec } from '../request/route-spec';
import { openApi } from './openapi';

/** The frozen example of every message, by subject. @param root folder of the workspace */
export async function readFrozenExamples(root: string): Promise<Map<string, unknown>> {
  const examples = new Map<string, unknown>();
  for (const subject of declaredMessages().keys()) {
    const text = await readFile(join(root, 'libs/contracts/examples', `${subject.replace('.>', '')}.json`), 'utf8');
    examples.set(subject, (JSON.parse(text) as { payload: unknown }).payload);
  }
  return examples;
}

/**
 * Writes `docs/api/openapi.json` and `docs/api/asyncapi.json`.
 * @param root folder of the workspace
 * @returns the paths of both files
 */
export async function writeApiDocuments(root: string, routes: readonly RouteSpec[]): Promise<string[]> {
  const folder = resolve(root, 'docs/api');
  await mkdir(folder, { recursive: true });
  const documents = { 'openapi.json': openApi(routes), 'asyncapi.json': asyncApi(await readFrozenExamples(root)) };
  const paths: string[] = [];
  for (const [name, document] of Object.entries(documents)) {
    const path = join(folder, name);
    await writeFile(path, `${JSON.stringify(document, null, 2)}\n`);
    paths.push(path);
  }
  return paths;
}
