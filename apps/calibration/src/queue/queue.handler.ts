import { Call } from '@app/bus';
import { QueueItem, QueueView, ReadQueue } from '@app/contracts/calibration';
import { shownVersion } from '@app/definition';
import { Injectable } from '@nestjs/common';
import { JudgmentStore } from '../judgment/judgment.store';
import { selectionOf } from '../judgment/selection';
import { QueueService } from './queue.service';
import { QueueRow } from './queue.store';

const pageSize = 100;

@Injectable()
export class QueueHandler {
  constructor(
    private readonly queue: QueueService,
    private readonly judgments: JudgmentStore,
  ) {}

  async read({ namespace, judgment: name, limit = pageSize }: ReadQueue, call: Call): Promise<QueueView> {
    const { organization } = call.who;
    const judgment = await this.judgments.find(organization, namespace, name);
    const selection = selectionOf(organization, judgment.judgment_id, namespace);
    const rows = await this.queue.read(judgment, selection, namespace, limit, call);
    const version = shownVersion(judgment.copied, judgment.active_version);
    return { version, items: rows.map(toView), next_cursor: null };
  }
}

function toView(row: QueueRow): QueueItem {
  return {
    namespace: row.namespace,
    document: row.document,
    answer: row.answer_id,
    document_version: Number(row.document_version),
    judged_at: row.judged_at.toISOString(),
    ...row.shown,
    reason: row.reason,
    weight: row.weight,
    drawn_at: row.drawn_at.toISOString(),
    second_opinion: row.second_opinion,
  };
}
