import { asyncApi, declaredMessages } from '@app/contracts';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import '../app.module';
import { openApi } from './openapi';

/** The frozen example of every message, by subject. */
export async function frozenExamples(root: string): Promise<Map<string, unknown>> {
  const examples = new Map<string, unknown>();
  for (const subject of declaredMessages().keys()) {
    const text = await readFile(join(root, 'libs/contracts/examples', `${subject.replace('.>', '')}.json`), 'utf8');
    examples.set(subject, (JSON.parse(text) as { payload: unknown }).payload);
  }
  return examples;
}

/** Writes both documents under `docs/api` of a folder. @returns the paths written */
export async function writeApiDocuments(root: string): Promise<string[]> {
  const folder = resolve(root, 'docs/api');
  await mkdir(folder, { recursive: true });
  const documents = { 'openapi.json': openApi(), 'asyncapi.json': asyncApi(await frozenExamples(root)) };
  const paths: string[] = [];
  for (const [name, document] of Object.entries(documents)) {
    const path = join(folder, name);
    await writeFile(path, `${JSON.stringify(document, null, 2)}\n`);
    paths.push(path);
  }
  return paths;
}
