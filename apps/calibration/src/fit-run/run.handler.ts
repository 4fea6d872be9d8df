import { EFFECTS } from '@app/boot';
import { Call, RawReply } from '@app/bus';
import { CalibrationOutcomeFilter, RunCalibration } from '@app/contracts/calibration';
import { instantOf } from '@app/definition';
import { Effects, Jobs, jobView } from '@app/persistence';
import { Problem, invalid } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { JudgmentStore } from '../judgment/judgment.store';
import { NamespaceGate } from '../judgment/namespace-gate';
import { FitService } from './fit.service';
import { runType } from './fit.worker';

/** Fits on demand: a job, once the labels are known to suffice. */
@Injectable()
export class RunHandler {
  constructor(
    private readonly judgments: JudgmentStore,
    private readonly gate: NamespaceGate,
    private readonly fits: FitService,
    private readonly jobs: Jobs,
    @Inject(EFFECTS) private readonly effects: Effects,
  ) {}

  /**
   * @throws Problem `conflict`, reason `inherited`, in a namespace: a template has one fit, made at its prefix;
   * `insufficient_labels` when a fit could not be made now
   */
  async run({ namespace, judgment: name, run }: RunCalibration, call: Call): Promise<RawReply> {
    const { organization } = call.who;
    const outcomes = readFilter(run.outcomes);
    const before = await this.effects.find(call.effectId);
    if (before) return RawReply.of(before);
    const judgment = await this.judgments.find(organization, namespace, name);
    if (judgment.scope !== namespace) {
      const message = `\`${name}\` is inherited from \`${judgment.scope}\`, which has one fit for all; run it there.`;
      throw new Problem('conflict', message, { reason: 'inherited', template: judgment.scope });
    }
    await this.gate.assertWritable({ organization, namespace }, call);
    await this.fits.assertEnough(await this.fits.readQueryOf(organization, judgment, outcomes));
    const outcome = await this.effects.runOnce('calibration.run', call, async (tx) => {
      const request = { judgment: name, judgment_id: judgment.judgment_id, outcomes };
      const job = await this.jobs.add(tx, { organization, type: runType, namespace, request, total: 1 });
      return { status: 202, body: JSON.stringify(jobView(job)) };
    });
    return RawReply.of(outcome);
  }
}

/** @throws Problem `invalid_request` for times that are none */
function readFilter(outcomes: CalibrationOutcomeFilter | undefined): CalibrationOutcomeFilter | null {
  for (const name of ['since', 'until'] as const) {
    const time = outcomes?.[name];
    if (time !== undefined && instantOf(time) === undefined) {
      const path = `/outcomes/${name}`;
      throw invalid('bad_timestamp', path, `\`${path}\` must be a timestamp such as 2026-03-04T09:30:00.000Z.`);
    }
  }
  return outcomes ?? null;
}
