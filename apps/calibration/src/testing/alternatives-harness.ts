import { applies, handle } from '@app/bus';
import {
  Alternative,
  AlternativesTable,
  fitMade,
  nameAlternative,
  postOutcomes,
  readAlternatives,
  removeAlternative,
  runAlternatives,
  runCalibration,
} from '@app/contracts/calibration';
import { listEngines } from '@app/contracts/engines';
import { readOrganizationMarks } from '@app/contracts/gateway';
import { JobView, calibrationJobs } from '@app/contracts/jobs';
import { scoringRecorded, StartScoring } from '@app/contracts/judgments';
import { FakeService, eventually } from '@app/testing';
import { CalibrationHarness, openCalibration, reopenCalibration } from './calibration-harness';
import { FakeMoney } from './fake-money';
import { FakeScoring } from './fake-scoring';
import { computeInMainThread } from './neighbours';
import { answerOf } from './samples';

export const epoch = 'current+2026-03-02.1';
const observed_at = '2026-03-18T12:00:00.000Z';
const limits = { images: true, max_context_tokens: 32_000, questions_per_request: 32, options: 100, levels: 20 };

function engine(name: string, engine_version: string, weight: number) {
  return {
    name,
    version: 'current',
    active: true,
    engine_version,
    weight,
    source: 'simulator',
    limits,
    probability_step: null,
  };
}

/** Calibration with the neighbours that alternatives need. Each organization has one judgment, `late` in namespace `n`. */
export class AlternativesHarness {
  engines = [engine('jev', epoch, 1), engine('gpt-6-luna', 'current+2026-03-05.1', 2.5)];
  scoring = new FakeScoring();
  money = new FakeMoney();
  marks: string[] = [];
  /** Where the judgment is: a namespace or a template prefix. */
  scope = 'n';
  /** The namespace of each document. */
  namespaceOf: (at: number) => string = () => this.scope;
  plan: 'developer' | 'team' | 'scale' = 'team';
  private fakes: FakeService[] = [];

  private constructor(public calibration: CalibrationHarness) {}

  static async open(): Promise<AlternativesHarness> {
    return new AlternativesHarness(await openCalibration([computeInMainThread]));
  }

  /** Stops the process and starts another one on the same data; the neighbours go on. */
  async restart(): Promise<void> {
    const { answers } = this.calibration.judgments;
    await this.calibration.stopJudgments();
    await this.calibration.stop();
    this.calibration = await reopenCalibration([computeInMainThread]);
    this.calibration.startJudgments();
    this.calibration.judgments.answers.push(...answers);
  }

  /** Serves fresh neighbours; call it before each test. */
  async begin(): Promise<void> {
    this.scope = 'n';
    this.namespaceOf = () => this.scope;
    this.scoring = new FakeScoring();
    this.money = new FakeMoney();
    this.engines = [engine('jev', epoch, 1), engine('gpt-6-luna', 'current+2026-03-05.1', 2.5)];
    this.calibration.startJudgments();
    const applied = async () => ({ applied: true });
    this.fakes = await Promise.all([
      FakeService.open('judgments', [...this.scoring.table, ...applies(fitMade, applied)]),
      FakeService.open('billing', this.money.table),
      FakeService.open('engine-broker', [handle(listEngines, async () => ({ engines: this.engines }) as never)]),
      FakeService.open('gateway', [
        handle(readOrganizationMarks, async () => ({ non_production_prefixes: this.marks, plan: this.plan })),
      ]),
      FakeService.open('documents', applies(fitMade, applied)),
    ]);
    this.scoring.onStart = (start) => this.answer(start);
  }

  async end(): Promise<void> {
    await this.calibration.stopJudgments();
    for (const fake of this.fakes) await fake.stop();
  }

  /** The judgment with `count` labels of which the version knows little, and a fit of them. */
  async arrange(organization: string, count = 60, alternatives?: object): Promise<void> {
    await this.calibration.applyJudgment(organization, { scope: this.scope }, {}, alternatives);
    await this.label(organization, count);
    await this.fit(organization);
  }

  async label(organization: string, count: number, from = 0): Promise<void> {
    const outcomes = Array.from({ length: count }, (_, step) => {
      const at = from + step;
      const document = `doc-${at}`;
      const number = at % 2 === 1 ? 0.7 : 0.3;
      const answer = answerOf(document, `ans_${document}`, '2026-03-04T09:30:00.000Z', {
        number,
        engine_version: epoch,
      });
      this.calibration.judgments.answers.push(answer);
      return { namespace: this.namespaceOf(at), document, value: this.valueOf(at) };
    });
    for (const namespace of new Set(outcomes.map((one) => one.namespace))) {
      const own = outcomes.filter((one) => one.namespace === namespace);
      const post = { outcomes: own.map(({ document, value }) => ({ document, value, observed_at })) };
      await this.calibration.ask(postOutcomes, { namespace, judgment: 'late', post }, organization);
    }
  }

  /** Seven of ten that the version calls likely come true, and three of ten of the others. */
  valueOf(at: number): boolean {
    return Math.floor(at / 2) % 10 < (at % 2 === 1 ? 7 : 3);
  }

  /** What an alternative says that knows what happens: 0.9 or 0.1. */
  knows = (_: string, { document }: { document: string }): number =>
    this.valueOf(Number(document.split('-').at(-1))) ? 0.9 : 0.1;

  async fit(organization: string): Promise<void> {
    const job = await this.calibration.ask(
      runCalibration,
      { namespace: this.scope, judgment: 'late', run: {} },
      organization,
    );
    expect((await this.finished(organization, job.id)).status).toBe('done');
  }

  /** Says the facts of a start, one for every 20 labels. */
  async answer(start: StartScoring): Promise<void> {
    for (let at = 0; at < start.labels.length; at += 20) {
      await this.calibration.publish(scoringRecorded, this.scoring.recorded(start, start.labels.slice(at, at + 20)));
    }
  }

  table(organization: string, plan = 'team', namespace = this.scope): Promise<AlternativesTable> {
    return this.calibration.ask(readAlternatives, { namespace, judgment: 'late', plan }, organization);
  }

  name(organization: string, question: string, more: object = {}): Promise<Alternative> {
    return this.nameAs(organization, { question, ...more });
  }

  nameAs(organization: string, definition: object, effectId?: string): Promise<Alternative> {
    const query = { namespace: this.scope, judgment: 'late', alternative: { definition } };
    return this.calibration.ask(nameAlternative, query, organization, effectId);
  }

  remove(organization: string, id: string): Promise<object> {
    return this.calibration.ask(removeAlternative, { namespace: this.scope, judgment: 'late', id }, organization);
  }

  priced(organization: string): Promise<AlternativesTable> {
    return eventually(async () => {
      const table = await this.table(organization);
      if (table.quote?.status !== 'ready') throw new Error(`${table.status}: ${table.message}`);
      return table;
    });
  }

  run(organization: string, quote_generation: number, effectId?: string): Promise<JobView> {
    const query = { namespace: this.scope, judgment: 'late', run: { quote_generation } };
    return this.calibration.ask(runAlternatives, query, organization, effectId);
  }

  async confirm(organization: string): Promise<JobView> {
    const { quote } = await this.priced(organization);
    return this.run(organization, quote?.generation ?? -1);
  }

  async scored(organization: string): Promise<AlternativesTable> {
    const { id } = await this.confirm(organization);
    const job = await this.finished(organization, id);
    if (job.status !== 'done') throw new Error(`the run ended ${JSON.stringify(job.result)}`);
    return this.table(organization);
  }

  finished(organization: string, id: string): Promise<JobView> {
    return eventually(async () => {
      const job = await this.calibration.ask(calibrationJobs.get, { id }, organization);
      if (job.finished_at !== null) return job;
      await this.calibration.endRests();
      throw new Error(`${id} is ${job.status} ${JSON.stringify(job.progress)}`);
    }, 20_000);
  }
}
