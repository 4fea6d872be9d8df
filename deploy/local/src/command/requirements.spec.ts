import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';
import { filesById, idsIn, readRequirements } from './requirements';

describe('requirements', () => {
  it('are read from titles, one or several at a time', () => {
    const source = [
      "it('moves a bound [THR-04]', f)",
      'it("it\'s kept [FRS-01, FRS-02]", f)',
      'it(`each ${x} [IDEM-03] [IDEM-04]`, f)',
    ];
    expect(idsIn(source.join('\n'))).toEqual(['THR-04', 'FRS-01', 'FRS-02', 'IDEM-03', 'IDEM-04']);
  });

  it('are not read from comments and code', () => {
    expect(idsIn('// see [THR-04]\nconst a = [X1];')).toEqual([]);
  });

  it('are listed by a page', () => {
    const page = '## A\n\n- **NS-01** A name.\n- **NS-02** DESIGN: decide.\n';
    expect([...readRequirements(page)]).toEqual([
      ['NS-01', 'A name.'],
      ['NS-02', 'DESIGN: decide.'],
    ]);
  });

  it('have a test each, decisions included', () => {
    const known = readRequirements(readFileSync(join(workspaceRoot, 'docs/requirements.md'), 'utf8'));
    // These two hold made-up titles.
    const isReader = (path: string): boolean => /(command\/requirements|page\/citation)\.spec\.ts$/.test(path);
    const shown = [...filesById(workspaceRoot)].filter(([, files]) => !files.every(isReader)).map(([id]) => id);
    expect(known.size).toBeGreaterThan(400);
    expect([...known.keys()].filter((id) => !shown.includes(id))).toEqual([]);
  });
});
