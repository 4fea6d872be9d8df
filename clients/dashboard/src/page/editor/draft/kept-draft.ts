import { belongsTo, type Draft, emptyDraft, withType } from './draft';

/** Where a tab keeps what is typed, so that a reload or a visit to another page loses nothing. */
interface TextStore {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

/** The draft of a judgment that a tab keeps. @param name of the judgment that gets a version; empty for a new one */
export function keptDraft(ns: string, name: string, texts: TextStore = sessionStorage) {
  const key = `judgment.draft.${JSON.stringify([ns, name])}`;
  return {
    /** Null without one, or when the text is not a draft of this page. */
    read: (): Draft | null => draftIn(texts.getItem(key)),
    keep: (draft: Draft): void => texts.setItem(key, JSON.stringify(draft)),
    drop: (): void => texts.removeItem(key),
  };
}

function draftIn(text: string | null): Draft | null {
  const read = text === null ? null : (JSON.parse(text) as Partial<Draft> | null);
  if (typeof read?.body !== 'object') return null;
  const draft = { ...emptyDraft, ...read, body: read.body };
  const { type } = draft.body;
  // Earlier pages left members of another type in it, which no field showed and the service refused.
  return Object.keys(draft.body).every((member) => belongsTo(type, member))
    ? draft
    : { ...draft, ...withType(draft, type ?? 'bool') };
}
