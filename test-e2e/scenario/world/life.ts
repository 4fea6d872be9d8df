import { eventually } from '@app/testing/stack';
import type { StackClient } from '@app/testing/stack';
import { expectQueued } from '../queued';
import { Scenario } from '../scenario';
import { Comparison } from './comparison';
import { WorldJudgments } from './judgments';
import { Pointing, Step, World, ids } from './world';

const settleLimitMs = 60_000;
/** Worlds wait at the same time; more looks would keep the services from what they wait for. */
const pollMs = 200;

/**
 * Lives a world through, and says of each answer that read fresh whether it was made of what a fresh compile reads, and
 * whether its numbers are those of the documents that are stored.
 */
export class Life {
  private readonly scenario: Scenario;
  private readonly judgments: WorldJudgments;
  private readonly comparison: Comparison;

  constructor(
    stack: StackClient,
    name: string,
    private readonly world: World,
  ) {
    const { namespace: root } = new Scenario(stack, `worlds/${name}`);
    const at = (place: string) => new Scenario(stack, '', stack.keys.rw, `${root}/${place}`);
    const places = { wide: at('*'), narrow: at('m/*'), namespace: at('m/t') };
    this.scenario = places.namespace;
    this.judgments = new WorldJudgments(places, world);
    this.comparison = new Comparison(this.scenario, world);
  }

  /** Answers that read fresh and were compared. */
  get compared(): number {
    return this.comparison.compared;
  }

  get wrong(): readonly string[] {
    return this.comparison.wrong;
  }

  async live(): Promise<void> {
    const first = ids.map((one, i) => documentOf(one, { at: ids[(i + 1) % 5], list: [ids[(i + 2) % 5]], n: i }, 'red'));
    await this.judgments.makeBase();
    // Before the judgment: each document that appears would be a change of a related one.
    await this.scenario.write({ upsert: first });
    await this.judgments.makeReader();
    await this.scenario.ok('POST', '/judgments/late/judge', { documents: ids });
    for (const [n, each] of this.world.steps.entries()) {
      await this.take(each);
      if (this.world.steady) await expectQueued(this.scenario, ids, settleLimitMs);
      if (n % 4 === 3) await this.settle();
      if (n % 2 === 1) await this.comparison.compare(`after step ${n}`, this.judgments);
    }
    await this.settle();
    await this.comparison.compare('at the end', this.judgments);
  }

  private async take(taken: Step): Promise<unknown> {
    // A document that was deleted is not found, and nothing changes.
    const patch = (members: object) =>
      this.scenario.call('POST', '/documents', { patch: [{ id: taken.id, ...members }] });
    switch (taken.do) {
      case 'upsert':
        return this.scenario.write({ upsert: [documentOf(taken.id, taken.attributes, taken.word)] });
      case 'tier':
      case 'text':
        return patch({ state: { [taken.do]: taken.word } });
      case 'number':
        return patch({ attributes: { n: taken.number } });
      case 'point':
        return patch({ attributes: { at: taken.to } });
      case 'delete':
        return this.scenario.write({ delete: [{ id: taken.id }] });
      case 'read':
        return this.scenario.call('GET', `/documents/${taken.id}?fresh=require`);
      case 'all': {
        const filter = { 'attributes.n': { gte: taken.number } };
        return this.scenario.write({ patch_by_filter: { filter, patch: { state: { tier: taken.word } } } });
      }
      default:
        return this.judgments.take(taken);
    }
  }

  /**
   * Every answer is fresh, or there is none to make. Answers of a policy that judges by itself come by themselves, save those
   * that a version brings back which has become active again.
   */
  private async settle(): Promise<void> {
    const isAutomatic = this.judgments.policy === 'on_change' && !this.judgments.takeReturned();
    await eventually(
      async () => {
        const all = await this.comparison.stored();
        if (!isAutomatic && all.length > 0) {
          await this.scenario.ok('POST', '/judgments/late/judge', { documents: all.map(({ id }) => id) });
        }
        const waiting = (await this.comparison.stored()).flatMap(({ id, answers }) =>
          Object.entries(answers).flatMap(([name, { status, stale_reason }]) =>
            // Nothing judges a document anew because of a new version.
            ['stale', 'pending'].includes(status) && stale_reason !== 'version_changed'
              ? [`${id} ${name} ${status} ${stale_reason}`]
              : [],
          ),
        );
        if (waiting.length > 0) throw new Error(`${this.scenario.namespace}: ${waiting.join(', ')}`);
      },
      settleLimitMs,
      pollMs,
    );
  }
}

function documentOf(id: string, attributes: Pointing, tier: string): object {
  return { id, attributes, state: { text: `text of ${id}`, tier } };
}
