import { readObject, readText, refuseOthers, refuseRepeats, under } from '@app/definition';
import type { Json } from '@app/definition';
import { invalid } from '@app/problem';
import { starterById } from '../library/library';
import type { PlaceholderValue, Starter } from '../starter/starter';
import { fillTemplate } from './template';
import { readValue } from './value';

/**
 * Fills a starter: returns the members of a create except `name`. The outcome setting is no part of it: an implicit
 * negative makes labels of answers about which nobody said anything, so the client sends it or goes without. An optional
 * placeholder without a value removes the member that contains it.
 * @param pointer JSON pointer to `from_starter` in the request
 * @throws Problem `invalid_request`: an unknown starter (`unknown_starter`) or placeholder (`unknown_field`), a required
 *   one left out (`missing_field`), a value that its kind does not allow, or one path given twice (`duplicate`)
 * @see docs/contract.md#create-and-versions
 */
export function fillStarter(request: unknown, pointer: string): { [member: string]: Json } {
  const members = readObject(request, pointer);
  refuseOthers(members, pointer, ['id', 'placeholders']);
  const place = under(pointer, 'id');
  const id = readText(members['id'], place, 1, 128);
  const starter = starterById(id);
  if (!starter) throw invalid('unknown_starter', place, `There is no starter \`${id}\`; see GET /starters.`);
  const values = readValues(starter, members['placeholders'], under(pointer, 'placeholders'));
  return fillTemplate(starter.definition, values) as { [member: string]: Json };
}

function readValues(starter: Starter, sent: unknown, pointer: string): Map<string, PlaceholderValue> {
  const given = sent === undefined ? {} : readObject(sent, pointer);
  refuseOthers(
    given,
    pointer,
    starter.placeholders.map(({ name }) => name),
  );
  const values = new Map<string, PlaceholderValue>();
  const paths: { path: string; name: string }[] = [];
  for (const { name, kind, optional, description } of starter.placeholders) {
    const place = under(pointer, name);
    if (!Object.hasOwn(given, name)) {
      if (optional) continue;
      throw invalid('missing_field', place, `\`${starter.id}\` needs \`${name}\` (${kind}): ${description}`);
    }
    const value = readValue(kind, given[name], place);
    values.set(name, value);
    if (kind === 'path') paths.push({ path: value as string, name });
  }
  refuseRepeats(
    paths.map(({ path }) => path),
    (index) => under(pointer, paths[index].name),
  );
  return values;
}
