import { invalid } from '@app/problem';
import { readFieldUnder } from '../path/field';
import { own, readArray, readName, readObject, readOneOf, refuseOthers, refuseRepeats, under } from '../reading/member';
import type { Members } from '../reading/member';
import type { ParseRelationWhere } from '../relation/relation';
import { parseAggregate } from './aggregate';
import { ageUnits } from './feature';
import type { Feature } from './feature';

const maxFeatures = 12;
const forms = ['from', 'age_of', 'previous', 'of'] as const;

/**
 * Reads the features of a bool judgment, none to 12. Whether the recipe has the relations that they name is checked where
 * it is known.
 * @throws Problem `invalid_request`
 */
export function parseFeatures(value: unknown, pointer: string, parseWhere: ParseRelationWhere): Feature[] {
  const features = readArray(value, pointer, 0, maxFeatures, 'bad_bounds').map((feature, index) =>
    parseFeature(feature, under(pointer, index), parseWhere),
  );
  const names = features.map(({ name }) => name);
  refuseRepeats(names, (index) => under(under(pointer, index), 'name'));
  return features;
}

function parseFeature(value: unknown, pointer: string, parseWhere: ParseRelationWhere): Feature {
  const members = readObject(value, pointer);
  const form = formOf(members, pointer);
  if (form !== 'of') refuseOthers(members, pointer, ['name', form, ...(form === 'age_of' ? ['unit'] : [])]);
  const name = readName(own(members, 'name'), under(pointer, 'name'));
  if (form === 'of') return { name, ...parseAggregate(members, pointer, parseWhere) };
  const place = under(pointer, form);
  if (form === 'previous') return { name, previous: readOneOf(members.previous, place, ['p']) };
  if (form === 'from') return { name, from: readNumberPath(members.from, place) };
  const unit = Object.hasOwn(members, 'unit') ? readOneOf(members.unit, under(pointer, 'unit'), ageUnits) : 'days';
  return { name, age_of: readTimePath(members.age_of, place), unit };
}

function formOf(members: Members, pointer: string): (typeof forms)[number] {
  const sent = forms.filter((form) => Object.hasOwn(members, form));
  const [form] = sent;
  if (form !== undefined && sent.length === 1) return form;
  const sentence =
    form === undefined
      ? `Say where the number comes from: \`from\` a path, \`age_of\` a path, \`previous\`: "p", or \`of\` a relation.`
      : `A feature has one source, and this one has ${sent.join(' and ')}; make two features of it.`;
  throw invalid(form === undefined ? 'missing_field' : 'bad_bounds', pointer, sentence);
}

function readNumberPath(value: unknown, pointer: string): string {
  const sentence = '`from` needs a path that can hold a number: attributes.<name> or state.<dotted path>.';
  return readFieldUnder(value, pointer, ['attributes', 'state'], sentence);
}

function readTimePath(value: unknown, pointer: string): string {
  const sentence =
    '`age_of` needs a path that can hold a timestamp: created_at, updated_at, attributes.<name> or state.<dotted path>.';
  return readFieldUnder(value, pointer, ['created_at', 'updated_at', 'attributes', 'state'], sentence);
}
