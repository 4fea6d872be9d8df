import { Draft, WriteDrafts, maxDrafts } from '@app/contracts/engines';
import { Definition, declaredOptions } from '@app/definition';

/** What the drafting model gets of a definition, each member named here: nothing else may leave. */
export function requestOf(definition: Definition): WriteDrafts {
  const { type, question, criteria = null } = definition;
  const common = { type, question, criteria, count: maxDrafts };
  if (type === 'choice') {
    const options = declaredOptions(definition).map(({ value, description }) => ({
      value,
      ...(description && { description }),
    }));
    return { ...common, options };
  }
  if (type === 'score')
    return { ...common, levels: definition.levels.map(({ value, description }) => ({ value, description })) };
  return common;
}

/** The drafts that differ from the wording in force, at most four. */
export function newWordings(drafts: readonly Draft[], definition: Definition): Draft[] {
  const { question, criteria = null } = definition;
  const inForce = JSON.stringify([question, criteria]);
  return drafts.filter((draft) => JSON.stringify([draft.question, draft.criteria]) !== inForce).slice(0, maxDrafts);
}
