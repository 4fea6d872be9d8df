import { BUS, DATABASE } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { SampledAnswer, sampleAnswers } from '@app/contracts/documents';
import { defaultQueue } from '@app/definition';
import { Database } from '@app/persistence';
import { randomOf } from '@app/statistics';
import { Inject, Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { Judgment } from '../judgment/judgment';
import { MarksService } from '../judgment/marks.service';
import { Selection } from '../judgment/selection';
import { candidatesOf, shownOf } from './candidate';
import { draw } from './draw';
import { QueueRow, addDraw, findTaken, holdOpenItems, readLabelsByRegion } from './queue.store';

/** A draw looks at this many answers. */
const sampleSize = 1000;
/**
 * A draw takes this many of them, as many as a request may ask for, whatever it asks for: a look at one item shall not be a
 * draw of one.
 */
const drawSize = 100;
const maxSeed = 2 ** 47;

/**
 * Offers the answers that are most worth labelling. A drawn item stays until it is labelled, some until two authors labelled them;
 * then others are drawn.
 */
@Injectable()
export class QueueService {
  constructor(
    private readonly marks: MarksService,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(BUS) private readonly bus: Pick<Bus, 'requester'>,
  ) {}

  /** @param namespace a namespace or template prefix, as in the request */
  async read(
    judgment: Judgment,
    selection: Selection,
    namespace: string,
    limit: number,
    call: Call,
  ): Promise<QueueRow[]> {
    const version = judgment.active_version;
    const without = await this.marks.readExcludedFrom(selection);
    const { second_label_share: secondLabelShare } = { ...defaultQueue, ...judgment.queue };
    const shown = { selection, version, without, limit, reader: call.who.actor, secondLabelShare };
    const open = await holdOpenItems(this.database, shown);
    if (open.length === limit) return open;
    const seed = randomInt(maxSeed);
    const { organization, judgmentId: judgment_id } = selection;
    const query = { organization, namespace, judgment_id, version, seed, limit: sampleSize, without };
    const sample = await this.bus.requester.ask(sampleAnswers, query, call.hop());
    const candidates = candidatesOf(judgment, await this.readDrawable(selection, version, sample.answers));
    const labels = await readLabelsByRegion(this.database, selection, judgment, without);
    const random = randomOf(seed);
    const drawn = draw(candidates, labels, drawSize, () => random.uniform());
    // The sample is a share of all answers, so each candidate stands for as many more.
    const share = sample.answers.length === 0 ? 1 : sample.population / sample.answers.length;
    const items = drawn.map(({ candidate: { answer }, reason, weight }) => {
      return { answer, shown: shownOf(judgment, answer), reason, weight: weight * share };
    });
    return items.length === 0 ? open : addDraw(this.database, shown, items);
  }

  /** Answers of the newest epoch, to which fits and reports refer, that are neither labelled nor drawn already. */
  private async readDrawable(
    selection: Selection,
    version: number,
    answers: SampledAnswer[],
  ): Promise<SampledAnswer[]> {
    if (answers.length === 0) return [];
    const ids = answers.map(({ answer }) => answer);
    const taken = await findTaken(this.database, selection, version, ids);
    const newest = answers.reduce((a, b) => (b.judged_at > a.judged_at ? b : a)).engine_version;
    return answers.filter(({ answer, engine_version }) => engine_version === newest && !taken.has(answer));
  }
}
