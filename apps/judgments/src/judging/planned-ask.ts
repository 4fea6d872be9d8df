import type { CompiledContext } from '@app/context';
import type { FetchedDocument } from '@app/contracts/documents';
import { newId } from '@app/persistence';
import { splitUnits, unitsOf } from '@app/rating';
import type { Combiners } from '../copy/combiner/combiner';
import type { EffectiveJudgment } from '../judgment/definition/judgment';
import type { Engine } from '../copy/engine/engine';
import { fanout } from '../queue/pending/lane';
import { ClaimedRow, isPreJudged } from '../queue/pending/pending';
import { Asked, isInRounds } from '../question/asked';
import { mostOfRounds, questionsPerAsk } from '../question/round-cost';

/**
 * What is asked for one row: its judgment's question, or the parts of a composite. One request answers all of it, but for a
 * choice in rounds, which has an ask of its own.
 */
export interface QuestionGroup extends Asked {
  row: ClaimedRow;
  judgment: EffectiveJudgment;
  /** The wanted version that was read with the document. */
  seenVersion: number;
  /** Watermark of what was read, see `OutcomeBase`. */
  watermark: string | null;
  /** Hash of what the engine reads, without `previous`. */
  readHash: string;
  /** Read once when the ask is planned, so that one announced meanwhile does not mix in. */
  combiners: Combiners;
}

/** A group with its share of the ask's judgment units. */
export type RatedGroup = QuestionGroup & { units: number };

/** Questions about one context of one document, asked of one engine in one request. */
export interface PlannedAsk {
  id: string;
  /** No more of the document: an ask waits for its engine, and a document may have a megabyte. */
  document: Pick<FetchedDocument, 'id' | 'version'>;
  engine: Engine;
  context: CompiledContext;
  groups: RatedGroup[];
  units: number;
  /** Tokens of the context and all questions. */
  tokens: number;
}

/** Groups of one document that share a context and an engine. */
export type Shared = Pick<PlannedAsk, 'engine' | 'context'> & { groups: QuestionGroup[] };

/** The asks of one document for what shares a context and an engine: first fit by group, so that no group is split. */
export function asksOf({ id, version }: FetchedDocument, { engine, context, groups }: Shared): PlannedAsk[] {
  return packed(groups).map((some) => ({
    id: newId('ask'),
    document: { id, version },
    engine,
    context,
    ...costOf({ engine, context }, some),
  }));
}

function costOf(
  request: Pick<PlannedAsk, 'engine' | 'context'>,
  groups: readonly QuestionGroup[],
): Pick<PlannedAsk, 'groups' | 'units' | 'tokens'> {
  const [first] = groups;
  if (isInRounds(first)) {
    const { units, tokens } = mostOfRounds(request, first);
    return { units, groups: [{ ...first, units }], tokens };
  }
  const { units, shares } = rated(request, groups);
  return {
    units,
    groups: groups.map((group, i) => ({ ...group, units: shares[i] })),
    tokens: groups.reduce((sum, group) => sum + tokensOf(group), request.context.tokens),
  };
}

/** Whether a group is asked because of a fan-out alone. */
export function isOfFanout({ row }: Pick<QuestionGroup, 'row'>): boolean {
  return row.lane === fanout && !isPreJudged(row);
}

/** An ask without the groups of some rows, rated anew; null when none is left. */
export function withoutRows(ask: PlannedAsk, left: ReadonlySet<ClaimedRow>): PlannedAsk | null {
  const groups = ask.groups.filter(({ row }) => !left.has(row));
  if (groups.length === ask.groups.length) return ask;
  return groups.length === 0 ? null : { ...ask, ...costOf(ask, groups) };
}

/** The units of a request with the questions of some groups, and the share of each group. */
export function rated(
  { engine, context }: Pick<PlannedAsk, 'engine' | 'context'>,
  groups: readonly QuestionGroup[],
): { units: number; shares: number[] } {
  const questionTokens = groups.flatMap((group) => group.questionTokens);
  const request = unitsOf({ contextTokens: context.tokens, questionTokens, weight: engine.weight });
  const perQuestion = splitUnits(request);
  let at = 0;
  const shares = groups.map((group) => {
    const own = perQuestion.slice(at, (at += group.questionTokens.length));
    return own.reduce((sum, units) => sum + units, 0);
  });
  return { units: request.units, shares };
}

/** Tokens of a group's questions. */
export function tokensOf({ questionTokens }: QuestionGroup): number {
  return questionTokens.reduce((sum, tokens) => sum + tokens, 0);
}

function packed(groups: readonly QuestionGroup[]): QuestionGroup[][] {
  const requests: { groups: QuestionGroup[]; questions: number }[] = [];
  const alone = groups.filter(isInRounds);
  for (const group of groups) {
    if (alone.includes(group)) continue;
    const size = group.questionTokens.length;
    let request = requests.find(({ questions }) => questions + size <= questionsPerAsk);
    if (!request) requests.push((request = { groups: [], questions: 0 }));
    request.groups.push(group);
    request.questions += size;
  }
  return [...requests.map((request) => request.groups), ...alone.map((group) => [group])];
}
