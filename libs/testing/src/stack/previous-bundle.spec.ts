import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { previousVersion } from './previous-bundle';

const maxBytes = 5 * 1024 * 1024;

describe('the version before this one', () => {
  it('is kept as one archive of at most 5 MB, which holds what a stack runs and no maps [defect S-M7]', () => {
    const { archive } = previousVersion();
    expect(statSync(archive).size).toBeLessThanOrEqual(maxBytes);
    const files = spawnSync('tar', ['-tzf', archive], { encoding: 'utf8' }).stdout.trim().split('\n');
    expect(files).toEqual(expect.arrayContaining(['dist/libs/testing/main.js', 'dist/packages/main.js', 'nx.json']));
    expect(files.filter((file) => /\.(map|cache)$/.test(file))).toEqual([]);
  });

  it('is one: two archives are refused, and so is none', () => {
    const folder = mkdtempSync(join(tmpdir(), 'previous-'));
    try {
      expect(() => previousVersion(folder)).toThrow('not of 0');
      for (const name of ['0.1.0', '0.2.0']) writeFileSync(join(folder, `${name}.tgz`), '');
      expect(() => previousVersion(folder)).toThrow('not of 2');
      rmSync(join(folder, '0.1.0.tgz'));
      expect(previousVersion(folder).name).toBe('0.2.0');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
