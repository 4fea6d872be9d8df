import type { Warning } from '@app/contracts';
import { under } from '@app/definition';
import { Warned } from './warned';

/** A share of cut contexts in the sample from which a create warns. */
const oftenTruncated = 0.1;

/** Parts of a recipe that select nothing, or more than fits. */
export function recipeWarnings({ definition: { context }, evidence, truncatedShare }: Warned): Warning[] {
  const { fields, last_n = {}, window = {} } = context;
  const cuts = [
    ...Object.keys(last_n).map((path) => ['last_n', path]),
    ...Object.keys(window).map((path) => ['window', path]),
  ];
  const unselected = cuts.filter(([, path]) => !fields.some((field) => isWithin(path, field) || isWithin(field, path)));
  const absent = evidence?.absent ?? [];
  return [
    ...unselected.map(([member, path]) => ({
      code: 'array_not_selected',
      path: under(`/context/${member}`, path),
      message: `\`${path}\` is in none of \`fields\`, so this selects nothing; add the field or leave it out.`,
    })),
    ...absent.map(({ pointer, path, isOfRelated }) => ({
      code: 'field_not_found',
      path: pointer,
      message: `${isOfRelated ? 'No related document of the sample' : 'No sampled document'} has \`${path}\`; check its path.`,
    })),
    ...truncatedWarnings(truncatedShare),
  ];
}

function truncatedWarnings(share: number): Warning[] {
  if (share <= oftenTruncated) return [];
  const message = `${Math.round(share * 100)} % of sampled documents do not fit; select fewer fields or raise \`max_tokens\`.`;
  return [{ code: 'context_often_truncated', path: '/context', message }];
}

function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}.`);
}
