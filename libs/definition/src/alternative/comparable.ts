import { sameJson } from '@app/json';
import { invalid } from '@app/problem';
import type { Problem } from '@app/problem';
import type { Definition } from '../definition/definition';
import { declaredOptions, optionsFrom } from '../definition/options';
import { normalForm } from '../definition/normal-form';
import { durationMs } from '../reading/duration';
import { under } from '../reading/member';

/** What each label was observed for. Members of one type only are absent from the others. */
const fixed = ['name', 'type', 'applies_to', 'parts', 'features'] as const;

function notComparable(place: string, member: string): Problem {
  const sentence =
    `\`${place}\` differs from the active version, whose labelled outcomes then no longer fit; leave \`${member}\` as ` +
    'it is, or create a version. May differ: question, criteria, context, engine, descriptions of options, escape and levels.';
  return invalid('not_comparable', place, sentence);
}

/** @throws Problem `invalid_request`, reason `not_comparable`, when a body asks for another type: the rest depends on it */
export function assertSameType(active: Definition, type: unknown, pointer: string): void {
  if (type !== active.type) throw notComparable(under(pointer, 'type'), 'type');
}

/**
 * Checks that the labelled outcomes of the active version are outcomes of the alternative as well.
 * @param pointer JSON pointer to the alternative in the request
 * @throws Problem `invalid_request`, reason `not_comparable` with the member's path, or `no_difference`
 */
export function assertComparable(active: Definition, alternative: Definition, pointer: string): void {
  const [before, after] = [active, alternative] as unknown as Record<string, unknown>[];
  for (const member of fixed) {
    if (!sameJson(before[member], after[member])) throw notComparable(under(pointer, member), member);
  }
  if (durationMs(active.horizon) !== durationMs(alternative.horizon)) {
    throw notComparable(under(pointer, 'horizon'), 'horizon');
  }
  assertSameOptions(active, alternative, pointer);
  assertSameLevels(active, alternative, pointer);
  if (normalForm(active) !== normalForm(alternative)) return;
  const sentence = 'It equals the active version; send at least one member that differs.';
  throw invalid('no_difference', pointer, sentence);
}

/** Of related documents the choices differ by document: the relation and what it shows must stay. */
function assertSameOptions(active: Definition, alternative: Definition, pointer: string): void {
  const [before, after] = [optionsFrom(active), optionsFrom(alternative)];
  const place = under(pointer, 'options');
  if (!sameJson(before, after)) throw notComparable(place, 'options');
  if (before) {
    const [one, other] = [active, alternative].map(({ context }) => context.related?.[before.from]);
    if (!sameJson(one, other)) throw notComparable(`${pointer}/context/related/${before.from}`, before.from);
  }
  const values = [active, alternative].map((definition) => declaredOptions(definition).map(({ value }) => value));
  assertSameValues(values[0], values[1], place);
}

function assertSameLevels(active: Definition, alternative: Definition, pointer: string): void {
  const values = [active, alternative].map((definition) =>
    definition.type === 'score' ? definition.levels.map(({ value }) => value) : [],
  );
  assertSameValues(values[0], values[1], under(pointer, 'levels'));
}

function assertSameValues(before: readonly unknown[], after: readonly unknown[], place: string): void {
  const index = before.findIndex((value, at) => value !== after[at]);
  if (index >= 0 && index < after.length) throw notComparable(`${place}/${index}/value`, 'value');
  if (before.length !== after.length) throw notComparable(place, 'values');
}
