import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReadyFile, type Ready } from './ready-file';

const ready: Ready = {
  base_url: 'http://127.0.0.1:8080/v1',
  base_urls: ['http://127.0.0.1:8080/v1'],
  api_key: 'k',
  sign_in_link: 'http://127.0.0.1:8080/app/link#t=x',
  owner: { email: 'owner@acme.example', password: 'p' },
  example: 'judging',
  example_namespace: null,
};

describe('the ready file', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'judgment-ready-'));
    path = join(folder, 'ready.json');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('takes the place of the one before, whole, one line that only its owner reads', () => {
    const file = new ReadyFile(path);
    file.write(ready);
    const before = statSync(path).ino;
    file.write({ ...ready, example: 'judged', example_namespace: 'examples/support-desk' });
    const text = readFileSync(path, 'utf8');
    expect(text.endsWith('}\n')).toBe(true);
    expect(JSON.parse(text)).toEqual({ ...ready, example: 'judged', example_namespace: 'examples/support-desk' });
    // Another file, not the same one written over: a reader never meets half of it.
    expect(statSync(path).ino).not.toBe(before);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['ready.json']);
  });

  it('of an earlier start is removed, and without a path there is none', () => {
    writeFileSync(path, '{}');
    new ReadyFile(path).remove();
    expect(existsSync(path)).toBe(false);
    const none = new ReadyFile(undefined);
    none.remove();
    none.write(ready);
    expect(readdirSync(folder)).toEqual([]);
  });
});
