import type { EngineView } from '@app/contracts/engines';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineFile } from './engine-file';
import { LearningStart } from './learning';

describe('the learning engine beside a start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'learning-start-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const luna = (source: string) => [{ name: 'gpt-6-luna', source } as EngineView];
  const open = (known: { isConfigured?: boolean; hasLearnt?: boolean; hasFile?: boolean } = {}) => {
    const { isConfigured = false, hasLearnt = false, hasFile = true } = known;
    const done: string[] = [];
    const said: string[] = [];
    const file = new EngineFile(folder);
    const start = new LearningStart({
      file: hasFile ? file : null,
      isConfigured,
      hasLearnt,
      keep: () => done.push('kept'),
      run: () => done.push('ran'),
      say: (line) => said.push(line),
    });
    return { start, done, said, held: () => JSON.parse(readFileSync(file.path, 'utf8')) as object };
  };
  const extension = { 'gpt-6-luna': { dialect: 'extension' } };

  it('takes the place of the built-in engine behind gpt-6-luna, and says that the weight holds [CLI-A1]', () => {
    const { start, done, said, held } = open();
    start.begin();
    expect(held()).toEqual({});
    start.open(luna('built_in'));
    expect([held(), done]).toEqual([extension, ['kept', 'ran']]);
    expect(said[0]).toContain('at the weight of that name');
  });

  it('stands there at once in a later start, so that no epoch opens', () => {
    const { start, done, held } = open({ hasLearnt: true });
    start.begin();
    expect(held()).toEqual(extension);
    start.open(luna('local'));
    expect(done).toEqual(['kept', 'ran']);
  });

  it.each([
    ['the settings name a model', { isConfigured: true, hasLearnt: true }, 'hosted', /is taken/],
    ['another model answers', {}, 'hosted', /is taken/],
    ['the operator names a file', { hasFile: false }, 'built_in', /ENGINE_ENTRIES_FILE/],
  ])('does not start where %s, and says so', (_name, known, source, sentence) => {
    const { start, done, said, held } = open(known);
    start.begin();
    start.open(luna(source));
    expect([held(), done]).toEqual([{}, []]);
    expect(said).toEqual([expect.stringMatching(sentence)]);
  });
});
