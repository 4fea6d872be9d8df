import { DATABASE } from '@app/boot';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { labelsDigest } from '../quote/fingerprint';
import { RowScores } from '../run/row-scores';
import { narrowingsIn } from '../subject/candidate';
import { Subject } from '../subject/subject';
import { SubjectService } from '../subject/subject.service';

/** Counts scores of the month anew where labels were retracted or corrected, from the answers that were kept: it is free. */
@Injectable()
export class RecountService {
  constructor(
    private readonly subjects: SubjectService,
    private readonly scores: RowScores,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  async recount(subject: Subject): Promise<void> {
    const { labelled, scores, month, candidates, active } = subject;
    // Without a fixed sample there are narrowings alone, which the next tuning scores on the labels of its month.
    if (!labelled?.sample.isFrozen) return;
    const digest = labelsDigest(labelled.sample.labels);
    const stale = scores.filter((one) => one.month === month && !one.labels.equals(digest));
    if (stale.length === 0) return;
    const rows = [...candidates, ...narrowingsIn(active, await this.subjects.readSalt())];
    const found = stale.flatMap((stored) => {
      const candidate = rows.find(({ id, inK }) => id === stored.alternative && inK === stored.in_k);
      return candidate ? [{ candidate, stored }] : [];
    });
    await this.scores.recount(this.database, subject, found);
  }
}
