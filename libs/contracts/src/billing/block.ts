import { Int, ListOf, Num, OneOf, Stamp, Text, Values } from '../field';
import { request } from '../message';

/** Namespaces of one block: a run reads at most 500 labels. */
export const maxBlockNamespaces = 500;
/** Items of one block: rows of a table of alternatives. */
export const maxBlockItems = 64;

/**
 * `budget_exceeded`: the budget of `namespace` lacks the money, or pauses it. `plan_required`: the plan's judgments of the
 * month do not reach. `quote_changed`: an item costs something else now.
 */
export const blockRefusals = ['budget_exceeded', 'plan_required', 'quote_changed'] as const;
export type BlockRefusal = (typeof blockRefusals)[number];

/** What a quote priced together: one row of a table of alternatives. */
export class BlockItem {
  @Values(
    { type: 'number', minimum: 0 },
    { min: 1, max: maxBlockNamespaces, meaning: 'Judgment units of each namespace, in the order of `namespaces`.' },
  )
  units: number[];
  @Num({ min: 0, meaning: 'USD that the quote named for the item, exact to 1e-6.' }) cost_usd: number;
}
export class OpenBlock {
  @Text() organization: string;
  @Text({ min: 1, max: 100, meaning: "The caller's id of the block; an ended block's id is not taken again." })
  block: string;
  @Values(
    { type: 'string', minLength: 1, maxLength: 256 },
    { min: 1, max: maxBlockNamespaces, unique: true, meaning: 'Namespaces that pay.' },
  )
  namespaces: string[];
  @ListOf(() => BlockItem, {
    min: 1,
    max: maxBlockItems,
    meaning:
      'In the order of the quote. Units are laid end to end: the first item of the first namespace, then of the next one, then the second item.',
  })
  items: BlockItem[];
}
export class BlockOpened {
  @OneOf(blockRefusals, { nullable: true }) refusal: BlockRefusal | null;
  @Text({ nullable: true, meaning: 'The namespace whose budget refused, else null.' }) namespace: string | null;
  @Num({ meaning: 'USD of all units at the place in the month that they take, exact to 1e-6.' }) cost_usd: number;
  @Stamp({ nullable: true, meaning: 'Until when the money is held; null when refused.' }) expires_at: string | null;
}
export const openBlock = request({
  subject: 'billing.block.open.v1',
  why: 'Holds the money of a whole run for 10 minutes, at the prices of its quote, or refuses it. Repeatable by block id.',
  from: ['calibration'],
  to: 'billing',
  query: OpenBlock,
  reply: BlockOpened,
});

export class ExtendBlock {
  @Text() organization: string;
  @Text() block: string;
}
export class BlockExtended {
  @Stamp({ nullable: true, meaning: 'Until when the money is held; null when the block has ended or never was.' })
  expires_at: string | null;
}
export const extendBlock = request({
  subject: 'billing.block.extend.v1',
  why: 'Holds the money of a run for 24 hours from now. The worker of the run asks this each hour.',
  from: ['calibration'],
  to: 'billing',
  query: ExtendBlock,
  reply: BlockExtended,
});

export class CloseBlock {
  @Text() organization: string;
  @Text() block: string;
}
export class BlockClosed {
  @Num({ meaning: 'Judgment units that were drawn: charged, or held by asks that are under way.' })
  judgment_units: number;
  @Num({ meaning: 'Their USD, exact to 1e-6.' }) cost_usd: number;
  @Int({ meaning: 'Asks under way: their charge may be less than what they hold.' }) asks_under_way: number;
}
export const closeBlock = request({
  subject: 'billing.block.close.v1',
  why: 'Returns the money of a run that was not drawn. Repeatable: a closed block answers the same totals.',
  from: ['calibration'],
  to: 'billing',
  query: CloseBlock,
  reply: BlockClosed,
});
