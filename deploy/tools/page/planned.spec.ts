import { workspaceRoot } from '../workspace';
import { sourceFiles } from './tree';

/** Pages that tell what the mark means. Nothing is planned today: a section that is goes into a list of its own. */
const explained = ['docs/architecture.md', 'docs/contract.md', 'docs/methods.md'];
const planned: string[] = [];

/** Decisions and the changelog say what was planned when they were written. */
const isOfToday = (path: string): boolean => path.endsWith('.md') && !/^docs\/decisions\/|^CHANGELOG/.test(path);

/** The sections of a page that bear the mark. */
function marked({ path, text }: { path: string; text: string }): string[] {
  const sections = text.split(/^#+ /m).slice(1);
  return sections
    .filter((section) => /\(planned\)/.test(section))
    .map((section) => `${path}: ${section.split('\n', 1)[0]}`);
}

describe('the mark (planned)', () => {
  const files = sourceFiles(workspaceRoot, ['md', 'ts']);
  const introduced = /: (Architecture|Planned parts|Statistical methods: .*)$/;

  it('stands where it is explained, and at nothing that is built', () => {
    const marks = files.filter(({ path }) => isOfToday(path)).flatMap(marked);
    expect(marks.filter((mark) => introduced.test(mark)).map((mark) => mark.split(':')[0])).toEqual(explained);
    expect(marks.filter((mark) => !introduced.test(mark))).toEqual(planned);
  });
});
