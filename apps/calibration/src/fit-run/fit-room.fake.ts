import { FitView, postOutcomes, runCalibration } from '@app/contracts/calibration';
import { JobView, calibrationJobs } from '@app/contracts/jobs';
import { randomOf } from '@app/statistics';
import { eventually } from '@app/testing';
import { CalibrationHarness } from '../testing/calibration-harness';
import { answerOf } from '../testing/samples';

const march4 = '2026-03-04T09:30:00.000Z';
/** When labels were observed that name no other time. */
export const march18 = '2026-03-18T12:00:00.000Z';
/** Epoch of answers that name no other one. */
export const epoch = 'current+2026-03-02.1';

interface Labels {
  namespace?: string;
  from?: number;
  epoch?: string;
  observedAt?: string;
  isReversed?: boolean;
}

/** Labels and fits of the judgment `late`. */
export class FitRoom {
  constructor(private readonly calibration: CalibrationHarness) {}

  /** Posts labels of an overconfident engine; `z` is the log odds of the truth. */
  async label(organization: string, n: number, others: Labels = {}): Promise<void> {
    const { namespace = 'n', from = 0, observedAt = march18, isReversed = false } = others;
    const { epoch: engine_version = epoch } = others;
    const random = randomOf(11 + from);
    const outcomes = Array.from({ length: n }, (_, at) => {
      const z = (random.uniform() - 0.5) * 4;
      const document = `${namespace}-${from + at}`;
      const number = Math.round(100 / (1 + Math.exp(-2.5 * z))) / 100;
      const answer = answerOf(document, `ans_${document}`, march4, { number, engine_version });
      this.calibration.judgments.answers.push(answer);
      const isTrue = random.uniform() < 1 / (1 + Math.exp(-z));
      return { document, value: isTrue !== isReversed, observed_at: observedAt };
    });
    await this.calibration.ask(postOutcomes, { namespace, judgment: 'late', post: { outcomes } }, organization);
  }

  run(organization: string, namespace = 'n', effectId?: string, outcomes?: object): Promise<JobView> {
    const query = { namespace, judgment: 'late', run: outcomes ? { outcomes } : {} };
    return this.calibration.ask(runCalibration, query, organization, effectId);
  }

  /** The job once it has ended. */
  finished(organization: string, { id }: JobView): Promise<JobView> {
    return eventually(async () => {
      const job = await this.calibration.ask(calibrationJobs.get, { id }, organization);
      if (job.finished_at === null) throw new Error(`${job.id} is ${job.status}`);
      return job;
    });
  }

  async fitted(organization: string, namespace = 'n', outcomes?: object): Promise<FitView> {
    const job = await this.run(organization, namespace, undefined, outcomes);
    const { result, status } = await this.finished(organization, job);
    expect(status).toBe('done');
    return result as FitView;
  }
}
