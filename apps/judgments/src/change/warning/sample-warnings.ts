import type { Warning } from '@app/contracts';
import { under } from '@app/definition';
import { Evidence, RelationEvidence } from '../../quote/evidence/evidence';
import type { TimeCount } from '../../quote/evidence/times';
import { Warned } from './warned';

/** Sampled documents from which on shares say something. */
const leastDocuments = 20;
/** The share of documents from which on a create warns. */
const often = 0.2;

/** What a sample shows of a definition that selects little, or what was hardly meant. */
export function sampleWarnings({ evidence }: Pick<Warned, 'evidence'>): Warning[] {
  if (evidence === undefined) return [];
  const { relations } = evidence;
  const ofEach = [...relations.flatMap(tieWarnings), ...judgedTooWarnings(evidence)];
  if (evidence.documents < leastDocuments) return ofEach;
  const joinless = relations.filter(({ joining }) => joining === 0);
  return [
    ...emptyWarnings(evidence),
    ...joinless.map(({ name }) => joinWarning(name, evidence.documents)),
    ...evidence.times.flatMap(timeWarnings),
    ...ofEach,
  ];
}

function emptyWarnings({ documents, empty }: Evidence): Warning[] {
  if (empty < often * documents) return [];
  const message = `The context of ${empty} of ${documents} sampled documents has no field and no related document, so the engine judges them by nothing; select other fields, or leave them out by \`applies_to\`.`;
  return [{ code: 'context_often_empty', path: '/context', message }];
}

function joinWarning(name: string, documents: number): Warning {
  const message = `0 of ${documents} sampled documents join one by \`${name}\`; check both paths of \`join\`, whose values must be equal and of one type, and \`where\` and \`window\`.`;
  return { code: 'relation_joins_nothing', path: under('/context/related', name), message };
}

function timeWarnings({ pointer, path, of, at, unread, looked }: TimeCount): Warning[] {
  if (unread === 0 || unread < often * looked) return [];
  const which = `${unread} of ${looked} ${of === null ? 'sampled documents' : 'related documents of the sample'}`;
  const what = at === undefined ? `\`${path}\`` : `\`${at.join('.')}\` of an element of \`${path}\``;
  const message = `In ${which} ${what} is no time that can be read, and so lies in no time span; store RFC 3339 such as 2026-03-04T09:30:00Z.`;
  return [{ code: 'time_not_read', path: pointer, message }];
}

function tieWarnings({ name, tied }: RelationEvidence): Warning[] {
  if (tied === 0) return [];
  const message = `Of ${tied} sampled documents \`last_n\` leaves out related documents as new as those that it keeps; of documents of one moment ids decide, ascending. Write them with a \`created_at\` of their own, or name another \`order_by\`.`;
  return [{ code: 'ties_in_last_n', path: `${under('/context/related', name)}/last_n`, message }];
}

function judgedTooWarnings({ judgedToo }: Evidence): Warning[] {
  if (judgedToo === null) return [];
  const { relation, document, beside } = judgedToo;
  const message = `\`${document}\`, which \`${relation}\` reads beside \`${beside}\`, is judged itself as well; name in \`applies_to\` which documents are judged.`;
  return [{ code: 'judges_related_documents', path: '/applies_to', message }];
}
