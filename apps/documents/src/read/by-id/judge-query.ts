import type { NamespaceRef } from '@app/contracts';
import type { FreshMode } from '@app/contracts/documents';
import { ReadAnswer } from './document-view';
import { DocumentText } from './fitting-sql';
import { instantText } from './instant-text';

/** A document, and those of its answers that must be judged before it is shown. */
export interface ToJudge {
  document: DocumentText;
  answers: ReadAnswer[];
}

/** A request that asks the engine again for the answers of one judgment that are from before it. */
export interface Again {
  judgment: string;
  /** RFC 3339, milliseconds, UTC. */
  at: string;
}

/** What a read demands of the answers that it shows. */
export interface Demand {
  mode: FreshMode;
  again?: Again;
}

/**
 * Whether a read must have an answer judged. `policy` judges answers of policy `on_read` that are not fresh, unless
 * judging is paused; `require` judges every answer that is not fresh; `again` those of its judgment that are fresh, too.
 */
export function mustJudge(answer: ReadAnswer, { mode, again }: Demand, paused: boolean): boolean {
  if (isFromBefore(answer, again)) return true;
  if (answer.status === 'fresh' || mode === 'stored') return false;
  return mode === 'require' || (!paused && answer.judgment.policy === 'on_read');
}

/** Whether a request asks an answer again: one that the same request has brought already, as its repetition finds, is not. */
export function isFromBefore({ judgment, row }: ReadAnswer, again: Again | undefined): boolean {
  return again !== undefined && judgment.name === again.judgment && (row?.body?.judgedAt ?? '') < again.at;
}

/**
 * The query of `judgments.judge` as JSON text: the documents as they were just read, each with the wanted versions of
 * the answers that it is judged for.
 * @param demand `again` concerns all of these answers
 */
export function judgeQuery(
  { organization, namespace }: NamespaceRef,
  { mode, again }: Demand,
  toJudge: readonly ToJudge[],
): string {
  const judgments = new Set(toJudge.flatMap(({ answers }) => answers.map(({ judgment }) => judgment.judgmentId)));
  const documents = toJudge.map(({ document, answers }) => {
    const wanted = answers.map(({ judgment, row }): [string, number] => [
      judgment.judgmentId,
      row?.wantedVersion ?? Number(document.version),
    ]);
    return fetchedText(document, document.images, Object.fromEntries(wanted));
  });
  const head = JSON.stringify({
    organization,
    namespace,
    judgments: [...judgments],
    mode,
    ...(again && { again_at: again.at }),
  }).slice(0, -1);
  return `${head},"documents":[${documents.join(',')}]}`;
}

/**
 * A document as judgments reads it, as JSON text.
 * @param images JSON text
 * @param wanted wanted versions by judgment id
 */
export function fetchedText(document: DocumentText, images: string, wanted: Record<string, number>): string {
  const { id, version, attributes, state } = document;
  const times = `"created_at":"${instantText(document.created_at)}","updated_at":"${instantText(document.updated_at)}"`;
  const content = `"attributes":${attributes},"state":${state},"images":${images}`;
  return `{"id":${JSON.stringify(id)},"version":${version},${times},${content},"wanted":${JSON.stringify(wanted)}}`;
}
