import { createHash } from 'node:crypto';
import { Description, describeRelated } from '@app/context';
import type { FetchedDocument, RelatedItem } from '@app/contracts/documents';
import { ChoiceOption, ContextRecipe, Definition, optionsFrom } from '@app/definition';
import { sizeClasses } from '@app/rating';

/** Tokens of one candidate's description at most; a longer one is cut. */
const describedTokens = 48;

/** A related document as an option: its value is the document's id. */
export interface Candidate extends ChoiceOption {
  /** Tokens of what the engine reads of it. */
  tokens: number;
}

/** The documents among which a choice chooses about one document. */
export interface Candidates {
  /** The options, in the relation's order. */
  options: readonly Candidate[];
  /** Tokens of the longest of them; 0 without any. */
  longest: number;
  /** Tokens that all candidates of one question may have together. */
  room: number;
  /** Documents were left out that could have been chosen, or a description was cut. */
  truncated: boolean;
}

/** Documents of a claim that share a block share its items, so each of them is described once. */
const described = new WeakMap<RelatedItem, Map<string, Description>>();

function describe(item: RelatedItem, show: readonly string[]): Description {
  const byShow = described.get(item) ?? new Map<string, Description>();
  described.set(item, byShow);
  const key = show.join('\n');
  const known = byShow.get(key) ?? describeRelated(item, show, describedTokens);
  byShow.set(key, known);
  return known;
}

/**
 * The candidates of a choice among related documents; null for other definitions.
 * @param reader the name under which they were fetched, see `relatedReads`
 */
export function candidatesOf(definition: Definition, document: FetchedDocument, reader: string): Candidates | null {
  const from = optionsFrom(definition);
  if (from === null) return null;
  const { id, candidates = {} } = document;
  // A choice without its candidates would pass for one that has none.
  if (!Object.hasOwn(candidates, reader)) throw new Error(`candidates of ${id} were not fetched for ${reader}`);
  const { items, more } = candidates[reader];
  const texts = items.map((item) => describe(item, from.show));
  const options = items.map(({ id: value }, i): Candidate => {
    const { text, tokens } = texts[i];
    return text === '' ? { value, tokens: describedTokens } : { value, description: text, tokens };
  });
  return {
    options,
    longest: options.reduce((longest, { tokens }) => Math.max(longest, tokens), 0),
    room: roomOf(definition.context),
    truncated: more || texts.some(({ cut }) => cut),
  };
}

/** Half of the size class that the context may fill: the standard one unless the recipe asks for more. */
function roomOf({ max_tokens: wanted = 0 }: ContextRecipe): number {
  const { maxTokens } = sizeClasses.find((one) => wanted <= one.maxTokens) ?? sizeClasses[sizeClasses.length - 1];
  return maxTokens / 2;
}

/** Tokens that the candidates of one question have at most: they are kept free beside the context. */
export function reservedTokens({ options, room }: Candidates): number {
  let tokens = 0;
  for (const option of options) if ((tokens += option.tokens) >= room) return room;
  return tokens;
}

/** Hash of a context together with the candidates, whatever their order: the engine reads both. */
export function hashWith(readHash: string, { options }: Candidates): string {
  const hash = createHash('sha256').update(readHash);
  const lines = options.map(({ value, description = null }) => JSON.stringify([value, description])).sort();
  for (const line of lines) hash.update(`\n${line}`);
  return hash.digest('hex');
}
