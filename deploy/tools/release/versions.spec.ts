import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { headed, sayVersion } = createRequire(__filename)('./versions.cjs') as {
  headed(changelog: string, cut: { version: string; day: string; isCandidate: boolean }): string;
  sayVersion(root: string, version: string): void;
};
const root = join(__dirname, '../../..');
const packages = ['.', 'clients/cli', 'clients/dashboard', 'deploy/local', 'libs/sdk'].map(
  (at) => `${at}/package.json`,
);
const python = 'clients/python/src/judgment/_version.py';
const places = [...packages, 'package-lock.json', 'helm/Chart.yaml', 'helm/examples/production.yaml', python];
const saidIn = (folder: string): string[] =>
  places.map((path) => {
    const text = readFileSync(join(folder, path), 'utf8');
    const [, said = 'none'] =
      /(?:^appVersion: |judgment-service, tag: |"version": |^__version__ = )['"](.*?)['"]/m.exec(text) ?? [];
    return path === python ? said.replace(/rc(?=\d)/, '-rc.') : said;
  });

describe('the version of the project', () => {
  it('is one in all places that say it, also after it was cut', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect([...new Set(saidIn(root))]).toEqual([version]);
    const copy = mkdtempSync(join(tmpdir(), 'versions-'));
    try {
      for (const path of places) cpSync(join(root, path), join(copy, path), { recursive: true });
      sayVersion(copy, '7.8.9-rc.1');
      expect([...new Set(saidIn(copy))]).toEqual(['7.8.9-rc.1']);
    } finally {
      rmSync(copy, { recursive: true });
    }
  });

  it('heads the changelog: a release in the place of "(unreleased)", a candidate below it', () => {
    const changelog = '# Changelog\n\n## 0.2.0 (unreleased)\n\n- More.\n\n## 0.1.0 (2026-12-01)\n';
    const cut = { day: '2026-12-24', isCandidate: false };
    expect(headed(changelog, { ...cut, version: '0.2.0' })).toBe(
      changelog.replace('## 0.2.0 (unreleased)', '## 0.2.0 (2026-12-24)'),
    );
    expect(headed(changelog, { ...cut, version: '0.2.0-rc.1', isCandidate: true })).toBe(
      changelog.replace('(unreleased)', '(unreleased)\n\n## 0.2.0-rc.1 (2026-12-24)'),
    );
    expect(() => headed('## 0.2.0 (2026-12-24)', { ...cut, version: '0.3.0' })).toThrow('(unreleased)');
  });
});
