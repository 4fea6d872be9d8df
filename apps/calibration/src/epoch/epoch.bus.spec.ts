import { listLabels, postOutcomes, readCalibrationPage, recommendThreshold } from '@app/contracts/calibration';
import { engineChanged } from '@app/contracts/engines';
import type { EngineChanged, EpochSource } from '@app/contracts/engines';
import { CalibrationHarness, openCalibration } from '../testing/calibration-harness';
import { answerOf } from '../testing/samples';

const [before, builtIn, now] = ['current+2026-03-01.1', 'current+2026-03-02.1', 'current+2026-03-09.1'];
const limits = { images: false, max_context_tokens: 1, questions_per_request: 1, options: 1, levels: 1 };

function changed(name: 'jev' | 'gpt-6-luna', revision: number, epochs: EpochSource[]): EngineChanged {
  return {
    engine: { name, version: 'current' },
    active: true,
    engine_version: epochs[0].engine_version,
    circuit_open: false,
    weight: 1,
    source: epochs[0].source,
    limits,
    probability_step: null,
    revision,
    changed_at: '2026-03-04T09:30:00.000Z',
    epochs,
  };
}

function epochOf(engine_version: string, source: EpochSource['source']): EpochSource {
  return { engine_version, source, probability_source: null };
}

describe('the source of an epoch', () => {
  let calibration: CalibrationHarness;
  beforeAll(async () => {
    calibration = await openCalibration();
    calibration.startJudgments();
  });
  afterAll(async () => {
    await calibration.stopJudgments();
    await calibration.stop();
  });

  it('comes from the facts of the broker, in any order, and stands beside each epoch that is shown [CLI-A1]', async () => {
    const organization = 'org_source';
    await calibration.applyJudgment(organization, { engine: { name: 'jev', version: 'current' } });
    const epochs = [before, builtIn, ...Array.from({ length: 40 }, () => now)];
    const judged = epochs.map((engine_version, at) =>
      answerOf(`d${at}`, `ans_${at}`, `2026-03-0${Math.min(4, at + 2)}T09:30:00.000Z`, { engine_version }),
    );
    calibration.judgments.answers.push(...judged);
    const outcomes = judged.map(({ document, answer_id }, at) => ({
      document,
      value: at % 2 === 0,
      observed_at: '2026-03-18T12:00:00.000Z',
      answer: String(answer_id),
    }));
    await calibration.ask(postOutcomes, { namespace: 'n', judgment: 'late', post: { outcomes } }, organization);
    const source = async (engine_version?: string) =>
      (await calibration.report(organization, { engine_version })).engine_source;
    expect(await source(now)).toBeNull();
    await calibration.publish(engineChanged, changed('jev', 2, [epochOf(now, 'hosted'), epochOf(builtIn, 'built_in')]));
    // An epoch of another engine has the same name, and an older fact comes late.
    await calibration.publish(engineChanged, changed('gpt-6-luna', 1, [epochOf(builtIn, 'local')]));
    await calibration.publish(engineChanged, changed('jev', 1, [epochOf(builtIn, 'built_in')]));
    await until(async () => (await source(builtIn)) === 'built_in');
    expect([await source(before), await source(builtIn), await source()]).toEqual([null, 'built_in', 'hosted']);

    const of = { namespace: 'n', judgment: 'late' };
    const query = { on: 'p', target: 'precision', at_least: '0.9' } as const;
    const [labels, page, threshold] = await Promise.all([
      calibration.ask(listLabels, { ...of, engine_version: builtIn }, organization),
      calibration.ask(readCalibrationPage, { ...of, engine_version: builtIn }, organization),
      calibration.ask(recommendThreshold, { ...of, query }, organization),
    ]);
    expect([labels.engine_source, threshold.engine_source]).toEqual(['built_in', 'hosted']);
    expect(page.html).toContain(`built-in ${builtIn}`);
  });
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let left = 200; !(await condition()); left--) {
    if (left === 0) throw new Error('the fact was not applied in time');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
