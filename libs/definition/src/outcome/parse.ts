import { invalid } from '@app/problem';
import type { Definition, Json } from '../definition/definition';
import { durationMs, readDuration } from '../reading/duration';
import { own, readNumber, readObject, refuseOthers, under } from '../reading/member';
import type { Members } from '../reading/member';
import type { OutcomeRule, OutcomeSetting } from './outcome';

/** Rules of one judgment. */
const maxRules = 32;

/**
 * Checks a rule's filter, which may read `attributes` and `state` only. `@app/filter` implements the grammar; it is a
 * port because that lib stands on this one.
 * @throws Problem `invalid_request`
 */
export type ParseWhen = (filter: unknown, pointer: string) => void;

/**
 * An outcome setting; members that are empty are left out.
 * @throws Problem `invalid_request` with the pointer of what is wrong
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

/** A merge patch on an outcome setting: left out keeps, null removes, a list of rules replaces the one before. */
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
      throw invalid('bad_type', place, '`escape` is true, of a choice, and in place of a value.');
    }
    return { escape };
  }
  if (value === undefined) throw invalid('missing_field', place, `\`${place}\` is required: what the rule tells.`);
  if (definition.type === 'score') {
    const levels = definition.levels.map((level) => level.value);
    return { value: readNumber(value, place, Math.min(...levels), Math.max(...levels)) };
  }
  if (definition.type === 'bool') {
    if (typeof value !== 'boolean') throw invalid('bad_type', place, `\`${place}\` must be true or false.`);
    return { value };
  }
  if (typeof value !== 'string') throw invalid('bad_type', place, `\`${place}\` must be one of the options.`);
  if (!definition.options.some((option) => option.value === value)) {
    throw invalid('bad_enum', place, `\`${place}\` is none of the options; name one, or send \`escape: true\`.`);
  }
  return { value };
}

function readImplicit(value: unknown, { type, horizon }: Definition, pointer: string): { after: string } {
  if (type !== 'bool') {
    throw invalid('bad_type', pointer, 'Only a bool has implicit outcomes: that nothing happened says no.');
  }
  const members = readObject(value, pointer);
  refuseOthers(members, pointer, ['after']);
  // Within the horizon it may still happen.
  const leastMs = Math.max(durationMs(horizon) ?? 0, 1);
  return { after: readDuration(own(members, 'after'), under(pointer, 'after'), leastMs) };
}
