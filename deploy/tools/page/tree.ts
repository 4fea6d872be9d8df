import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface SourceFile {
  /** Path from the repository root, with forward slashes. */
  path: string;
  text: string;
}

/** Folders whose text is not the project's own: packages, builds, state and version control. */
const foreign = /^(node_modules|dist|coverage|\..+)$/;

/**
 * The project's files with one of some extensions.
 * @param root the folder to walk
 * @param extensions without their dots
 * @throws Error of the file system
 */
export function sourceFiles(root: string, extensions: readonly string[]): SourceFile[] {
  const wanted = new RegExp(`\\.(${extensions.join('|')})$`);
  return projectPaths(root)
    .filter((path) => wanted.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** Every file of the project, as paths from its root. */
export function projectPaths(root: string): string[] {
  return pathsUnder(root, '');
}

function pathsUnder(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return foreign.test(entry.name) ? [] : pathsUnder(root, path);
    return entry.isFile() ? [path] : [];
  });
}
