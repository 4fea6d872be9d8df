import type { Schema } from '@app/sdk/client';

type Body = Schema<'JudgmentCreateBody'>;
type Starter = Schema<'StarterView'>;

/** A judgment as it is typed. Lists are one item a line, `name: what it means`. */
export interface Draft {
  name: string;
  /** Id of the starter that it is made from; empty: from the fields below. */
  starter: string;
  placeholders: Readonly<Record<string, string>>;
  type: 'bool' | 'choice' | 'score';
  question: string;
  criteria: string;
  options: string;
  escape: string;
  levels: string;
  /** Paths that the engine reads, such as `state.note`, one a line. */
  fields: string;
  policy: 'on_change' | 'on_read' | 'manual';
}

export const emptyDraft: Draft = {
  name: '',
  starter: '',
  placeholders: {},
  type: 'bool',
  question: '',
  criteria: '',
  options: '',
  escape: 'None of these',
  levels: '',
  fields: '',
  policy: 'on_read',
};

/** The request that a draft makes; null while it has no name and nothing to ask. */
export function bodyOf(draft: Draft, starters: readonly Starter[]): Body | null {
  const { name, starter: id, type, question, criteria, fields, policy } = draft;
  if (name.trim() === '') return null;
  const freshness = { policy };
  const paths = fields.split(/\s+/).filter((path) => path !== '');
  const starter = starters.find((each) => each.id === id);
  if (starter) {
    return { name, freshness, from_starter: { id, placeholders: placeholdersOf(starter, draft.placeholders) } };
  }
  if (question.trim() === '') return null;
  const body = {
    name,
    type,
    question,
    freshness,
    ...(criteria.trim() !== '' && { criteria }),
    ...(paths.length > 0 && { context: { fields: paths } }),
  };
  if (type === 'choice') {
    return { ...body, options: linesOf(draft.options), escape: { description: draft.escape } } as unknown as Body;
  }
  if (type === 'score') {
    const levels = linesOf(draft.levels).map(({ value, description }) => ({ value: Number(value), description }));
    return { ...body, levels } as Body;
  }
  return body as Body;
}

/** Lines such as `billing: Invoices and payments`. */
export function linesOf(text: string): { value: string; description: string }[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [value, ...rest] = line.split(':');
      return { value: value.trim(), description: rest.join(':').trim() };
    });
}

function placeholdersOf({ placeholders }: Starter, given: Readonly<Record<string, string>>) {
  const entries = placeholders
    .filter(({ name }) => (given[name] ?? '').trim() !== '')
    .map(({ name, kind }): [string, unknown] => {
      const text = given[name] ?? '';
      if (kind === 'number') return [name, Number(text)];
      return [name, kind === 'option_list' ? linesOf(text) : text.trim()];
    });
  return Object.fromEntries(entries) as Schema<'FromStarterBody'>['placeholders'];
}

/** A draft of before; null when the text is none. @param text JSON that `JSON.stringify` made of a draft */
export function readDraft(text: string | null): Draft | null {
  if (text === null) return null;
  const read = JSON.parse(text) as Partial<Draft>;
  return { ...emptyDraft, ...read };
}
