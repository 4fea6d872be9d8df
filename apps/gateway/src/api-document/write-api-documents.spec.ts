import { asyncApi } from '@app/contracts/catalogue';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '../routes/routes';
import { openApi } from './openapi';
import { readFrozenExamples } from './write-api-documents';

const root = join(__dirname, '../../../..');
const published = (name: string): unknown => JSON.parse(readFileSync(join(root, 'docs/api', name), 'utf8'));
const plain = (document: unknown): unknown => JSON.parse(JSON.stringify(document));

describe('the published documents (`npm run docs` writes them)', () => {
  it('match the routes [VER-06]', () => {
    expect(published('openapi.json')).toEqual(plain(openApi(routes)));
  });

  it('match the message catalogue', async () => {
    expect(published('asyncapi.json')).toEqual(plain(asyncApi(await readFrozenExamples(root))));
  });
});
