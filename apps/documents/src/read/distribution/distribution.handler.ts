import { DATABASE } from '@app/boot';
import type { Call } from '@app/bus';
import type { AnswerDistribution, ReadDistribution } from '@app/contracts/documents';
import type { JudgmentType } from '@app/definition';
import { parsePath, requireKnown } from '@app/filter';
import type { AnswerField } from '@app/filter';
import { Database } from '@app/persistence';
import { Problem, invalid } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { noNamespace } from '../../namespace/refusal';
import { findNamespace } from '../../namespace/namespace.store';
import { ScanPool, ScanTimeOver } from '../../document/pool/scan.pool';
import { InForce, JudgmentInForce, shapesOf } from '../../namespace/snapshot/in-force';
import { Snapshots } from '../../namespace/snapshot/snapshots';
import { AnswersOf, Distributed, readAnswers } from './distribution.store';

const limits = { exact: 200_000, sample: 20_000 };
/** Somebody waits for it beside a picture: it ends sooner than a query may. */
const maxMs = 10_000;

const ownNumbers: Record<JudgmentType, string> = { bool: 'p', choice: 'escape_p', score: 'score' };
const numberFields = ['p', 'score', 'normalized', 'escape_p', 'dist', 'features', 'parts'];

/** Says how the current answers of a judgment are distributed. */
@Injectable()
export class DistributionHandler {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly snapshots: Snapshots,
    private readonly scans: ScanPool,
  ) {}

  /** @throws Problem `not_found`; `invalid_request` for an `on` that the answers do not have */
  async read({ namespace, judgment: name, on }: ReadDistribution, call: Call): Promise<AnswerDistribution> {
    const { organization } = call.who;
    const ref = { organization, namespace };
    const found = await findNamespace(this.database, ref);
    if (found === null) throw noNamespace(ref);
    const inForce = await this.snapshots.readCurrent(ref, this.database);
    const judgment = inForce.byName.get(name);
    if (!judgment) throw new Problem('not_found', `There is no judgment \`${name}\` here.`);
    const shown = on ?? ownNumbers[judgment.type];
    const field = readField(inForce, judgment, shown);
    const answers = { inForce, judgment, namespaceId: found.id, paused: found.paused };
    const { answers: all, sampled, byValue, ...row } = await this.readAnswers(answers, field, organization, call);
    const { read, numbers, quantiles, fresh, stale, pending, unavailable } = row;
    return {
      on: shown,
      answers: all,
      sampled,
      read,
      numbers,
      quantiles,
      by_status: { fresh, stale, pending, unavailable },
      by_value: byValue.map(({ value, answers: n }) => ({ value: valueOf(judgment, value), answers: n })),
    };
  }

  private async readAnswers(
    of: AnswersOf,
    field: AnswerField,
    organization: string,
    { leftMs }: Call,
  ): Promise<Distributed> {
    const scans = this.scans.of(organization, { leftMs: Math.min(leftMs, maxMs) });
    try {
      return await readAnswers(scans, of, field, limits);
    } catch (error) {
      if (!(error instanceof ScanTimeOver)) throw error;
      const message = 'The answers were not read in time; try again when fewer queries run in this organization.';
      throw new Problem('unavailable', message, {}, { retryAfterS: 5 });
    }
  }
}

/** The number that `on` names. @throws Problem `invalid_request` */
function readField(inForce: InForce, { name }: JudgmentInForce, on: string): AnswerField {
  const path = parsePath(`answers.${name}.${on}`, '/on');
  if (path.root !== 'answers' || !numberFields.includes(path.field.kind)) {
    const sentence = `\`${on}\` is no number of an answer; name p, score, normalized, escape_p, dist.<option>, features.<name> or parts.<name>.`;
    throw invalid('bad_query', '/on', sentence);
  }
  requireKnown(path, shapesOf(inForce)(name), '/on');
  return path.field;
}

function valueOf({ type }: JudgmentInForce, value: string | null): string | number | null {
  return type === 'score' && value !== null ? Number(value) : value;
}
