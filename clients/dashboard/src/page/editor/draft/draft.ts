import type { Schema } from '@app/sdk/client';
import { optionsOf, type OptionRow, rowsOf, rowsOfText } from './option-row';

export type Body = Schema<'JudgmentCreateBody'>;
type Starter = Schema<'StarterView'>;

/** A judgment as it is typed: the request that it makes, or the starter that it is made from. */
export interface Draft {
  /** Id of the starter; empty: the members of `body` alone. */
  starter: string;
  /** What is typed for the starter's placeholders; a list of options as its rows. */
  placeholders: Readonly<Record<string, Placeholder>>;
  /** Members of the request. One that is missing or empty is not sent. */
  body: Partial<Body>;
  /** Members that belong to another type of answer: no part of the request, and back with that type. */
  aside?: Partial<Body>;
}
export type Placeholder = string | readonly OptionRow[];

export const emptyDraft: Draft = {
  starter: '',
  placeholders: {},
  body: { name: '', type: 'bool', question: '', freshness: { policy: 'on_read' } },
};

/** Members that are settings of the judgment and no part of a version: a new version leaves them as they are. */
const settings: readonly (keyof Body)[] = ['freshness', 'thresholds', 'outcomes', 'alternatives', 'queue'];
/** Members that a starter brings. */
const brought: readonly (keyof Body)[] = ['type', 'question', 'criteria', 'context', 'options', 'escape', 'levels'];

/** A draft of the version after this one. */
export function draftOf(definition: Schema<'JudgmentDefinition'>): Draft {
  return { ...emptyDraft, body: { ...(definition as unknown as Partial<Body>) } };
}

/**
 * The request that a draft makes; null while it has no name or nothing to ask.
 * @param isVersion whether the judgment exists, so that its settings are not the editor's
 */
export function bodyOf(
  { starter: id, placeholders, body }: Draft,
  starters: readonly Starter[],
  isVersion = false,
): Body | null {
  const { name = '' } = body;
  if (name.trim() === '') return null;
  const starter = starters.find((each) => each.id === id);
  const isFilled = ({ name: placeholder, optional }: Starter['placeholders'][number]) =>
    optional || isGiven(placeholders[placeholder]);
  // The service would refuse it: what is missing is still being typed.
  if (starter && !starter.placeholders.every(isFilled)) return null;
  const left = [...(isVersion ? settings : []), ...(starter ? brought : [])];
  const sent = { ...without(body, left), name };
  if (starter) return { ...sent, from_starter: { id, placeholders: placeholdersOf(starter, placeholders) } };
  if ((body.question ?? '').trim() === '') return null;
  return sent;
}

/** A draft of another starter: outcomes that the former one suggested do not stay. @param former of the draft */
export function withStarter({ body }: Draft, former: Starter | undefined, id: string): Partial<Draft> {
  const isSuggested = former !== undefined && JSON.stringify(body.outcomes) === JSON.stringify(former.outcomes);
  return { starter: id, ...(isSuggested && { body: { ...body, outcomes: undefined } }) };
}

/** Members of the request that one type of answer has alone, and so the form shows for it alone. */
const ofType: Readonly<Partial<Record<string, readonly (keyof Body)[]>>> = {
  bool: ['parts', 'features'],
  choice: ['options', 'escape'],
  score: ['levels'],
};

/** Whether a judgment of a type can have a member. */
export function belongsTo(type: Body['type'] | undefined, member: string): boolean {
  const owners = Object.entries(ofType).filter(([, members = []]) => (members as readonly string[]).includes(member));
  return owners.length === 0 || owners.some(([owner]) => owner === (type ?? 'bool'));
}

/** A draft of another type of answer. What the service would refuse of the new type is put aside, and what was is back. */
export function withType({ body, aside = {} }: Draft, type: Body['type']): Pick<Draft, 'body' | 'aside'> {
  const all = Object.entries({ ...aside, ...body });
  const part = (isKept: boolean) => Object.fromEntries(all.filter(([member]) => belongsTo(type, member) === isKept));
  return { body: { ...part(true), type }, aside: part(false) };
}

function without(body: Partial<Body>, left: readonly (keyof Body)[]): Partial<Body> {
  const kept = Object.entries(body).filter(
    ([member, value]) => !left.includes(member as keyof Body) && !isEmpty(value),
  );
  return Object.fromEntries(kept) as Partial<Body>;
}

/** A member in which nothing is typed: the service would refuse it, or fill it. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === '') return true;
  return typeof value === 'object' && value !== null && Object.values(value).every(isEmpty);
}

function isGiven(placeholder: Placeholder | undefined): boolean {
  return typeof placeholder === 'string' ? placeholder.trim() !== '' : optionsOf(placeholder ?? []).length > 0;
}

function placeholdersOf({ placeholders }: Starter, given: Draft['placeholders']) {
  const entries = placeholders
    .filter(({ name }) => isGiven(given[name]))
    .map(({ name, kind }): [string, unknown] => {
      const typed = given[name] ?? '';
      if (typeof typed !== 'string') return [name, optionsOf(typed)];
      // Drafts that a tab keeps of an earlier page hold options as lines.
      if (kind === 'option_list') return [name, optionsOf(rowsOfText(typed))];
      return [name, kind === 'number' ? Number(typed) : typed.trim()];
    });
  return Object.fromEntries(entries) as Schema<'FromStarterBody'>['placeholders'];
}

/** The whole draft as one object: the request, also while it lacks a name or a question. */
export function requestOf({ starter: id, placeholders, body }: Draft, starters: readonly Starter[]): object {
  const starter = starters.find((each) => each.id === id);
  if (!starter) return body;
  return { ...without(body, brought), from_starter: { id, placeholders: placeholdersOf(starter, placeholders) } };
}

/** The draft in such an object. */
export function draftFrom(request: object): Draft {
  const { from_starter: from, ...body } = request as Partial<Body>;
  const given = Object.entries(from?.placeholders ?? {}) as [string, unknown][];
  const typed = given.map(([name, value]) => [name, Array.isArray(value) ? rowsOf(value) : String(value)] as const);
  return { starter: from?.id ?? '', placeholders: Object.fromEntries(typed), body };
}
