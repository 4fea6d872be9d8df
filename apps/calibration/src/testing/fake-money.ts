import { handle } from '@app/bus';
import {
  BlockOpened,
  OpenBlock,
  closeBlock,
  extendBlock,
  namespaceSpend,
  openBlock,
  quoteSpend,
} from '@app/contracts/billing';

const usdPerUnit = 0.002;

/** Billing as runs of alternatives need it, in memory: one price, blocks by id. */
export class FakeMoney {
  readonly blocks = new Map<string, OpenBlock>();
  readonly closed: string[] = [];
  /** How often a block was asked for. */
  opens = 0;
  refusal: BlockOpened['refusal'] = null;
  paused = false;

  readonly table = [
    handle(quoteSpend, async ({ units }) => ({ cost_usd: units.map((amount) => amount * usdPerUnit) })),
    handle(openBlock, async (block) => this.open(block)),
    handle(extendBlock, async ({ block }) => ({ expires_at: this.blocks.has(block) ? this.inADay() : null })),
    handle(closeBlock, async ({ block }) => {
      this.closed.push(block);
      return { judgment_units: 0, cost_usd: 0, asks_under_way: 0 };
    }),
    handle(namespaceSpend, async () => ({ paused: this.paused, spend_month_usd: 0 })),
  ];

  private open(block: OpenBlock): BlockOpened {
    this.opens += 1;
    const cost_usd = block.items.flatMap(({ units }) => units).reduce((sum, units) => sum + units * usdPerUnit, 0);
    if (this.refusal) return { refusal: this.refusal, namespace: block.namespaces[0], cost_usd, expires_at: null };
    this.blocks.set(block.block, block);
    return { refusal: null, namespace: null, cost_usd, expires_at: this.inADay() };
  }

  private inADay(): string {
    return new Date(Date.now() + 86_400_000).toISOString();
  }
}
