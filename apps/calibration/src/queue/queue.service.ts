import { BUS } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { SampledAnswer, sampleAnswers } from '@app/contracts';
import { randomOf } from '@app/statistics';
import { Inject, Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { Judgment, Place } from '../judgment/judgment';
import { candidatesOf, shownOf } from './candidate';
import { draw } from './draw';
import { QueueRow, QueueStore } from './queue.store';

/** Answers looked at for one draw. */
const sampleSize = 1000;
const greatestSeed = 2 ** 47;

/** Answers most worth labelling: what was drawn stays until it is answered, and more is drawn when too few are left. */
@Injectable()
export class QueueService {
  constructor(
    private readonly store: QueueStore,
    @Inject(BUS) private readonly bus: Pick<Bus, 'requester'>,
  ) {}

  async read(judgment: Judgment, place: Place, namespace: string, limit: number, call: Call): Promise<QueueRow[]> {
    const version = judgment.active_version;
    const standing = await this.store.open(place, version, limit);
    if (standing.length === limit) return standing;
    const seed = randomInt(greatestSeed);
    const { organization, judgmentId: judgment_id } = place;
    const query = { organization, namespace, judgment_id, version, seed, limit: sampleSize };
    const sample = await this.bus.requester.ask(sampleAnswers, query, call.hop());
    const free = await this.free(place, version, sample.answers);
    const labels = await this.store.covered(place, judgment);
    const random = randomOf(seed);
    const candidates = candidatesOf(judgment, free);
    const drawn = draw(candidates, labels, limit - standing.length, () => random.uniform());
    // Each candidate stands for as many answers as the sample left out.
    const share = sample.answers.length === 0 ? 1 : sample.population / sample.answers.length;
    const items = drawn.map(({ candidate: { answer }, reason, weight }) => {
      return { answer, shown: shownOf(judgment, answer), reason, weight: weight * share };
    });
    return items.length === 0 ? standing : this.store.fill(place, version, limit, items);
  }

  /** Of the newest epoch, since fits and reports are of one, and neither labelled nor drawn already. */
  private async free(place: Place, version: number, answers: SampledAnswer[]): Promise<SampledAnswer[]> {
    if (answers.length === 0) return [];
    const ids = answers.map(({ answer }) => answer);
    const taken = await this.store.taken(place, version, ids);
    const newest = answers.reduce((a, b) => (b.judged_at > a.judged_at ? b : a)).engine_version;
    return answers.filter(({ answer, engine_version }) => engine_version === newest && !taken.has(answer));
  }
}
