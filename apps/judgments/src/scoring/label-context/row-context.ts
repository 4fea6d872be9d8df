import { CompiledContext, contextBudget, countTokens } from '@app/context';
import type { SkipReason } from '@app/contracts/calibration';
import { Definition, optionsFrom } from '@app/definition';
import { kindOf } from '@app/problem';
import { ContextCompiler } from '../../question/compiler';
import { isComposite } from '../../question/observation';
import { questionTexts } from '../../question/question';
import { withoutNumbers } from '../../document/related-reads';
import type { AskedRow, LabelContext, ReadContext, RowContext } from './label';
import { narrowed } from './narrowed';

/** A row asks hundreds of labels, and its question may have 254 options. */
const counted = new WeakMap<Definition, number>();

/** The tokens of a row's question: it is asked alone, so that no other question of a request influences its answer. */
export function questionTokensOf({ definition }: Pick<AskedRow, 'definition'>): number {
  const tokens = counted.get(definition) ?? Math.max(...questionTexts(definition).map(countTokens));
  counted.set(definition, tokens);
  return tokens;
}

/**
 * What an engine is sent for a row about a label, or why it is skipped.
 * @param from the labelled version; undefined when it exists no longer
 * @param nowMs the time at which `live` contexts are compiled
 */
export function rowContext(
  row: AskedRow,
  label: LabelContext,
  from: Definition | undefined,
  nowMs: number,
): RowContext | SkipReason {
  if (label.gone !== null) return label.gone;
  const { definition, contexts } = row;
  // Candidates are no part of a stored context, and the answers of parts are combined by weights of another fit.
  if (optionsFrom(definition) !== null || isComposite(definition)) return 'not_derivable';
  if (contexts === 'live') return liveContext(row, label, nowMs);
  if (label.read === null) return 'not_derivable';
  const { read, documentVersion } = label;
  if (contexts === 'stored' && read.tokens <= budgetOf(definition)) return { ...read, cut: false, documentVersion };
  const compiled = from ? cutTo(definition, read, from) : null;
  return compiled ? asked(compiled, contexts === 'stored', documentVersion) : 'not_derivable';
}

/** Tokens that a context of a definition may have beside its question; 0 when the question leaves none. */
function budgetOf(definition: Definition): number {
  const { max_tokens: most } = definition.context;
  return orNull(() => contextBudget(most, questionTokensOf({ definition }))) ?? 0;
}

function cutTo(definition: Definition, read: ReadContext, from: Definition): CompiledContext | null {
  return orNull(() => narrowed(read, from.context, definition));
}

/** A `previous` of today would show what an answer read that came after the label. */
function liveContext(
  { alternative, definition }: AskedRow,
  { today }: LabelContext,
  nowMs: number,
): RowContext | SkipReason {
  if (today === null) return 'failed';
  if (definition.context.previous) return 'not_derivable';
  const judged = { definition: withoutNumbers(definition), format: 1 as const };
  const read = orNull(() => new ContextCompiler(today, nowMs).read(judged, undefined, alternative));
  return read ? asked(read.context, false, today.version) : 'not_derivable';
}

function asked(
  { text, tokens, images = [], hash }: CompiledContext,
  cut: boolean,
  documentVersion: number,
): RowContext {
  return { text, tokens, images, hash, cut, documentVersion };
}

/** A question that leaves no room for a context has none. */
function orNull<T>(compile: () => T): T | null {
  try {
    return compile();
  } catch (error) {
    if (kindOf(error) === 'invalid') return null;
    throw error;
  }
}
