import { invalid } from '@app/problem';
import type { Definition } from '../definition/definition';
import { declaredOptions, optionsFrom } from '../definition/options';
import { durationMs, readDuration } from '../reading/duration';
import { own, readNumber, readObject, refuseOthers, under } from '../reading/member';
import type { Members } from '../reading/member';
import type { Json } from '../reading/value';
import type { OutcomeRule, OutcomeSetting } from './outcome';

/** A judgment has at most this many rules. */
const maxRules = 32;

/**
 * Checks the filter of a rule, which may read `attributes` and `state` only. `@app/filter` implements this port; this lib
 * cannot import it, because it builds on this one.
 * @throws Problem `invalid_request`
 */
export type ParseWhen = (filter: unknown, pointer: string) => void;

/**
 * Parses an outcome setting and leaves out empty members.
 * @throws Problem `invalid_request` with the JSON pointer of the fault
 */
export function parseOutcomes(
  value: unknown,
  definition: Definition,
  parseWhen: ParseWhen,
  pointer: string,
): OutcomeSetting {
  const members = readObject(value, pointer);
  refuseOthers(members, pointer, ['rule', 'implicit']);
  const [rule, implicit] = [own(members, 'rule') ?? [], own(members, 'implicit') ?? undefined];
  const rules = readRules(rule, definition, parseWhen, under(pointer, 'rule'));
  return {
    ...(rules.length > 0 && { rule: rules }),
    ...(implicit !== undefined && { implicit: readImplicit(implicit, definition, under(pointer, 'implicit')) }),
  };
}

/** Applies a merge patch to an outcome setting: null removes a member, a list of rules replaces the previous list. */
export function mergeOutcomes(
  current: OutcomeSetting,
  patch: unknown,
  definition: Definition,
  parseWhen: ParseWhen,
  pointer: string,
): OutcomeSetting {
  if (patch === null) return {};
  return parseOutcomes({ ...current, ...readObject(patch, pointer) }, definition, parseWhen, pointer);
}

function readRules(value: unknown, definition: Definition, parseWhen: ParseWhen, pointer: string): OutcomeRule[] {
  if (!Array.isArray(value)) throw invalid('bad_type', pointer, `\`${pointer}\` must be an array of rules.`);
  if (value.length > maxRules) {
    const sentence = `\`${pointer}\` has ${value.length} rules, at most ${maxRules}; join filters by \`any\`.`;
    throw invalid('bad_length', pointer, sentence, { limit: maxRules });
  }
  return value.map((one: unknown, index) => {
    const place = under(pointer, index);
    const members = readObject(one, place);
    refuseOthers(members, place, ['value', 'escape', 'when']);
    const when = readObject(own(members, 'when'), under(place, 'when'));
    parseWhen(when, under(place, 'when'));
    return { ...readOutcome(members, definition, place), when: when as { [member: string]: Json } };
  });
}

function readOutcome(members: Members, definition: Definition, pointer: string): Omit<OutcomeRule, 'when'> {
  const [value, escape] = [own(members, 'value'), own(members, 'escape')];
  const place = under(pointer, escape === undefined ? 'value' : 'escape');
  if (escape !== undefined) {
    if (escape !== true || value !== undefined || definition.type !== 'choice') {
      throw invalid('bad_type', place, '`escape` must be true, only a choice has it, and it replaces the value.');
    }
    return { escape };
  }
  if (value === undefined)
    throw invalid('missing_field', place, `\`${place}\` is required; send the outcome that the rule gives.`);
  if (definition.type === 'score') {
    const levels = definition.levels.map((level) => level.value);
    return { value: readNumber(value, place, Math.min(...levels), Math.max(...levels)) };
  }
  if (definition.type === 'bool') {
    if (typeof value !== 'boolean') throw invalid('bad_type', place, `\`${place}\` must be true or false.`);
    return { value };
  }
  if (typeof value !== 'string') throw invalid('bad_type', place, `\`${place}\` must be one of the options.`);
  if (optionsFrom(definition)) {
    const sentence =
      'The options of this judgment are related documents, which come and go; send `escape: true`, or post outcomes.';
    throw invalid('path_not_allowed', place, sentence);
  }
  if (!declaredOptions(definition).some((option) => option.value === value)) {
    throw invalid('bad_enum', place, `\`${place}\` is not an option; send an option or \`escape: true\`.`);
  }
  return { value };
}

function readImplicit(value: unknown, { type, horizon }: Definition, pointer: string): { after: string } {
  if (type !== 'bool') {
    throw invalid('bad_type', pointer, 'Only a bool has implicit outcomes; leave `implicit` out.');
  }
  const members = readObject(value, pointer);
  refuseOthers(members, pointer, ['after']);
  // Within the horizon the outcome may still happen.
  const minMs = Math.max(durationMs(horizon) ?? 0, 1);
  return { after: readDuration(own(members, 'after'), under(pointer, 'after'), minMs) };
}
