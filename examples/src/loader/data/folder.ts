import { Problem } from '@app/problem';
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { GroupSpec, parseGroups } from './group';
import { JudgmentSpec, parseJudgments } from './judgment';
import { LineProblem, Numbered, readRows } from './line';
import { DocumentRow, OutcomeRow, parseDocument, parseOutcome } from './row';
import { SubscriptionSpec, parseSubscriptions } from './subscription';

const sampleRows = 200;
const notDocuments = new Set(['outcomes.jsonl', 'predictions.jsonl']);

export interface DocumentFile {
  file: string;
  path: string;
  rows: number;
  /** Document types of the file. */
  types: string[];
  /** Whether a judgment of the set applies to them. */
  isJudged: boolean;
  /** Types that its documents refer to, by the prefix of their ids. */
  refersTo: string[];
  sample: DocumentRow[];
}

/** A set of documents, questions and outcomes on disk. Rows are read from the files each time, never kept. */
export interface Folder {
  name: string;
  path: string;
  files: DocumentFile[];
  documents: number;
  outcomes: number;
  judgments: JudgmentSpec[];
  subscriptions: SubscriptionSpec[];
  groups: GroupSpec[];
  /** Moves whenever a file of the set is changed, except for subscriptions and groups: they are made in every run. */
  fingerprint: string;
  /** Lines that could not be read. */
  problems: LineProblem[];
  readDocuments(file: DocumentFile): AsyncGenerator<Numbered<DocumentRow>>;
  readOutcomes(): AsyncGenerator<Numbered<OutcomeRow>>;
}

const ignore = () => undefined;

async function scanDocuments(
  path: string,
  judgments: readonly JudgmentSpec[],
  problems: LineProblem[],
): Promise<DocumentFile> {
  const file = basename(path);
  const types = new Set<string>();
  const refersTo = new Set<string>();
  const sample: DocumentRow[] = [];
  let rows = 0;
  for await (const { row } of readRows(path, file, parseDocument, (problem) => problems.push(problem))) {
    rows += 1;
    types.add(row.type);
    for (const id of Object.values(row.refs)) refersTo.add(id.slice(0, Math.max(0, id.indexOf(':'))));
    if (sample.length < sampleRows) sample.push(row);
  }
  const isJudged = judgments.some(({ on }) => on === undefined || types.has(on));
  return { file, path, rows, types: [...types], isJudged, refersTo: [...refersTo], sample };
}

/**
 * What is judged goes last, and among the others what is referred to first: so a document is judged when what it points
 * at exists, and most of what points at it.
 */
function inOrderOfJudging(files: DocumentFile[]): DocumentFile[] {
  const [judged, others] = [true, false].map((wanted) => files.filter(({ isJudged }) => isJudged === wanted));
  return [...inOrderOfReference(others), ...inOrderOfReference(judged)];
}

/** A document goes after those at which it points. */
function inOrderOfReference(files: DocumentFile[]): DocumentFile[] {
  const left = [...files];
  const ordered: DocumentFile[] = [];
  while (left.length > 0) {
    const needed = (candidate: DocumentFile) =>
      left.some((other) => other !== candidate && other.types.some((type) => candidate.refersTo.includes(type)));
    // In a ring of references any start is as good as another.
    const next = left.find((candidate) => !needed(candidate)) ?? left[0];
    ordered.push(next);
    left.splice(left.indexOf(next), 1);
  }
  return ordered;
}

async function countOutcomes(path: string, problems: LineProblem[]): Promise<number> {
  let rows = 0;
  const lines = readRows(path, 'outcomes.jsonl', parseOutcome, (problem) => problems.push(problem));
  for await (const { row } of lines) if (row.outcome !== null) rows += 1;
  return rows;
}

/**
 * Reads through a folder of the shared format once: counts, order, questions, and what is wrong, line by line.
 * @throws Problem `not_found` when there is no such folder or no document file in it
 */
export async function loadFolder(folder: string): Promise<Folder> {
  const path = resolve(folder);
  const names = await readdir(path).catch((cause: unknown) => {
    throw new Problem('not_found', `There is no folder ${folder}; give the folder of a data set.`, {}, { cause });
  });
  const documentFiles = names.filter((name) => name.endsWith('.jsonl') && !notDocuments.has(name)).sort();
  if (documentFiles.length === 0 || !names.includes('judgments.json')) {
    throw new Problem('not_found', `${folder} holds no data set: it needs <type>.jsonl files and judgments.json.`);
  }
  const problems: LineProblem[] = [];
  const files: DocumentFile[] = [];
  const judgments = parseJudgments(await readFile(join(path, 'judgments.json'), 'utf8'));
  for (const file of documentFiles) files.push(await scanDocuments(join(path, file), judgments, problems));
  const outcomesPath = names.includes('outcomes.jsonl') ? join(path, 'outcomes.jsonl') : null;
  const fingerprint = createHash('sha256');
  for (const name of [...documentFiles, 'judgments.json', ...(outcomesPath ? ['outcomes.jsonl'] : [])]) {
    const { size, mtimeMs } = await stat(join(path, name));
    fingerprint.update(`${name} ${size} ${mtimeMs}\n`);
  }
  return {
    name: basename(path),
    path,
    files: inOrderOfJudging(files),
    documents: files.reduce((sum, file) => sum + file.rows, 0),
    outcomes: outcomesPath ? await countOutcomes(outcomesPath, problems) : 0,
    judgments,
    subscriptions: names.includes('subscriptions.json')
      ? parseSubscriptions(await readFile(join(path, 'subscriptions.json'), 'utf8'))
      : [],
    groups: names.includes('groups.json') ? parseGroups(await readFile(join(path, 'groups.json'), 'utf8')) : [],
    fingerprint: fingerprint.digest('hex').slice(0, 32),
    problems,
    readDocuments: (file) => readRows(file.path, file.file, parseDocument, ignore),
    async *readOutcomes() {
      if (outcomesPath) yield* readRows(outcomesPath, 'outcomes.jsonl', parseOutcome, ignore);
    },
  };
}
