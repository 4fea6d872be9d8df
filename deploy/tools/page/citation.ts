import { posix } from 'node:path';
import { anchorsOf, linksOf } from './markdown';
import { SourceFile } from './tree';

/** A page's path as comments and READMEs cite it, from the repository root, with or without an anchor. */
const pagePath = /(?<![\w/.-])(?:apps|bench|deploy|docs|examples|helm|libs|test-e2e)\/[\w/-]+\.md(?:#[\w-]+)?/g;
/** A decision cited by its number alone, which no editor can follow. */
const shortDecision = /docs\/decisions\/\d{4}(?!-)/g;
/** A section cited by a number that no heading need bear. */
const numbered =
  /§\s*\d+|\[12\.\d+\]|\b(?:contract|methods|architecture|engines|specification)(?:\.md)?[,:]? ?§? ?\d+/gi;
/** A page cited by its name alone. */
const pageName = /(?<![\w/.-])(?:contract|methods|architecture|engines|interface)\.md/g;
/** The specification cited by the title of a part, in a comment. */
const specificationPart = /\bspec(?:ification)?[:,] (?:[A-Z]|rule )/g;
const comment = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*/g;
/** A requirement, such as `[THR-04]`. */
const requirement = /\[([A-Z]{2,5}-\d{2,3})\]/g;

/** What citations may lead to. */
export interface Targets {
  /** Every path of the project, folders included. */
  paths: ReadonlySet<string>;
  /** Anchors of each Markdown page, by its path. */
  anchors: ReadonlyMap<string, ReadonlySet<string>>;
  /** Ids of docs/requirements.md. */
  requirements: ReadonlySet<string>;
}

/** The targets that some files make up. @param pages all Markdown pages among them */
export function targetsOf(paths: readonly string[], pages: readonly SourceFile[]): Targets {
  const folders = paths.flatMap((path) => ancestorsOf(path));
  const requirements = pages.find(({ path }) => path === 'docs/requirements.md')?.text ?? '';
  return {
    paths: new Set([...paths, ...folders]),
    anchors: new Map(pages.map(({ path, text }) => [path, anchorsOf(text)])),
    requirements: new Set([...requirements.matchAll(/^- \*\*([A-Z]+-\d+)\*\*/gm)].map(([, id = '']) => id)),
  };
}

/** Citations of one file that lead nowhere, each as it is written there. */
export function brokenCitations(file: SourceFile, targets: Targets): string[] {
  const cited = matchesOf(file.text, pagePath).filter((path) => !resolves(path, targets));
  const unknown = [...file.text.matchAll(requirement)]
    .filter(([, id = '']) => !targets.requirements.has(id))
    .map(([written]) => written);
  const unresolvable = [shortDecision, numbered].flatMap((pattern) => matchesOf(file.text, pattern));
  const own = file.path.endsWith('.md') ? brokenLinks(file, targets) : looseCitations(file);
  return [...cited, ...unknown, ...unresolvable, ...own];
}

/** Links of a Markdown page, relative to its folder. */
function brokenLinks({ path, text }: SourceFile, targets: Targets): string[] {
  return linksOf(text).filter((link) => !isOutside(link) && !resolves(fromPage(path, link), targets));
}

/** What code cites without a path. */
function looseCitations({ text }: SourceFile): string[] {
  const parts = matchesOf(text, comment).flatMap((each) => matchesOf(each, specificationPart));
  return [...matchesOf(text, pageName), ...parts];
}

function resolves(target: string, { paths, anchors }: Targets): boolean {
  const [path = '', anchor] = target.split('#');
  if (!paths.has(path.replace(/\/$/, ''))) return false;
  return anchor === undefined || (anchors.get(path)?.has(anchor) ?? false);
}

function fromPage(page: string, link: string): string {
  if (link.startsWith('#')) return page + link;
  const [path = '', anchor] = link.split('#');
  const resolved = posix.join(posix.dirname(page), decodeURI(path));
  return anchor === undefined ? resolved : `${resolved}#${anchor}`;
}

function isOutside(link: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(link);
}

function ancestorsOf(path: string): string[] {
  const folder = posix.dirname(path);
  return folder === '.' ? [] : [folder, ...ancestorsOf(folder)];
}

function matchesOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([written]) => written);
}
