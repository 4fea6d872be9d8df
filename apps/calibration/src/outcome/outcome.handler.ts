import { Call, RawReply } from '@app/bus';
import { DATABASE, EFFECTS } from '@app/boot';
import { ListOutcomes, OutcomeList, OutcomeView, PostOutcomes, RetractOutcome } from '@app/contracts/calibration';
import { Database, Effects, decodeCursor, encodeCursor } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { JudgmentStore } from '../judgment/judgment.store';
import { NamespaceGate } from '../judgment/namespace-gate';
import { selectionOf } from '../judgment/selection';
import { authorView } from './author';
import { OutcomeService } from './outcome.service';
import { OutcomeRow, deleteOutcome, listOutcomePage } from './outcome.store';

const pageSize = 100;

@Injectable()
export class OutcomeHandler {
  constructor(
    private readonly outcomes: OutcomeService,
    private readonly judgments: JudgmentStore,
    private readonly gate: NamespaceGate,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
  ) {}

  async post(query: PostOutcomes, call: Call): Promise<RawReply> {
    return RawReply.of(await this.outcomes.post(query, call));
  }

  async list({ namespace, judgment, limit = pageSize, cursor }: ListOutcomes, { who }: Call): Promise<OutcomeList> {
    const { judgment_id } = await this.judgments.find(who.organization, namespace, judgment);
    const before = decodeCursor('outcomes', cursor);
    const selection = selectionOf(who.organization, judgment_id, namespace);
    const { rows, next } = await listOutcomePage(this.database, selection, before && before[0], limit);
    return { outcomes: rows.map(toView), next_cursor: next && encodeCursor('outcomes', [next]) };
  }

  async retract({ namespace, judgment, id }: RetractOutcome, call: Call): Promise<RawReply> {
    const { organization } = call.who;
    const { judgment_id } = await this.judgments.find(organization, namespace, judgment);
    await this.gate.assertWritable({ organization, namespace }, call);
    const selection = selectionOf(organization, judgment_id, namespace);
    const reply = await this.effects.runOnce('calibration.outcome-retract', call, async (tx) => {
      if (!(await deleteOutcome(tx, selection, id))) {
        throw new Problem('not_found', `\`${judgment}\` has no outcome \`${id}\`; perhaps it was retracted before.`);
      }
      return { status: 200, body: JSON.stringify({ deleted: true }) };
    });
    return RawReply.of(reply);
  }
}

function toView(row: OutcomeRow): OutcomeView {
  return {
    id: row.id,
    namespace: row.namespace,
    document: row.document,
    value: row.value,
    escape: row.escape,
    source: row.source,
    author: authorView(row.author),
    observed_at: row.observed_at.toISOString(),
    answer: row.answer_id,
    as_of: row.latest ? 'latest' : (row.as_of?.toISOString() ?? null),
    unmatched: row.unmatched,
    hindsight: row.hindsight,
    created_at: row.created_at.toISOString(),
  };
}
