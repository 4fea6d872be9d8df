import { RepeatabilityBody, RepeatabilityReply, startRepeatability } from '@app/contracts/calibration';
import { JobView, calibrationJobs } from '@app/contracts/jobs';
import { LabelRef, StartScoring, scoringRecorded } from '@app/contracts/judgments';
import { eventually } from '@app/testing';
import { AlternativesHarness, epoch } from '../testing/alternatives-harness';
import { answerOf } from '../testing/samples';

let table: AlternativesHarness;

beforeAll(async () => {
  table = await AlternativesHarness.open();
}, 60_000);
beforeEach(() => table.begin());
afterEach(() => table.end());
afterAll(() => table.calibration.stop());

function send(organization: string, repeat: RepeatabilityBody = {}, effectId?: string): Promise<RepeatabilityReply> {
  const query = { namespace: 'n', judgment: 'late', repeat };
  return table.calibration.ask(startRepeatability, query, organization, effectId);
}

/** The judgment with answers evenly in [0, 1), and a threshold in force. */
async function arrange(organization: string, answers = 40): Promise<void> {
  await table.calibration.applyJudgment(organization, { thresholds: { alarm: 0.5 } });
  for (let at = 0; at < answers; at += 1) {
    const others = { number: at / answers, engine_version: epoch };
    const answer = answerOf(`doc-${at}`, `ans_${organization}_${at}`, '2026-03-04T09:30:00.000Z', others);
    table.calibration.judgments.answers.push(answer);
  }
}

async function begin(organization: string, repeat: RepeatabilityBody = {}): Promise<JobView> {
  const { confirm } = await send(organization, repeat);
  const { job } = await send(organization, { ...repeat, confirm: confirm! });
  return job!;
}

/** What the engine said first. */
function readOf({ document }: LabelRef): number {
  return Number(document.split('-')[1]) / 40;
}

async function countLeft(organization: string): Promise<number[]> {
  const { rows } = await table.calibration.database.query<{ answers: number; runs: number }>(
    `select (select count(*)::int from alternative_answer where organization = $1) as answers,
       (select count(*)::int from repeat_run where organization = $1) as runs`,
    [organization],
  );
  return [rows[0].answers, rows[0].runs];
}

it('asks nothing before the price is confirmed, holds the money, and says how much of an answer is noise [CAL-01]', async () => {
  await arrange('org_noise');
  // The second ask says 0.04 more: of 40 answers the one just below 0.5 changes side.
  table.scoring.says = (repeat, label) => readOf(label) + (repeat === 'repeat-2' ? 0.04 : 0);
  const quote = await send('org_noise', { answers: 40 });
  const estimate = { answers: 40, times: 2, asks: 80, judgment_units: 80, tokens: 8000, cost_usd: 0.16 };
  expect(quote).toMatchObject({ status: 'confirmation_required', estimate });
  expect([table.scoring.started.length, table.money.opens]).toEqual([0, 0]);
  const { job, ...begun } = await send('org_noise', { answers: 40, confirm: quote.confirm! });
  expect(begun).toMatchObject({ status: 'started', confirm: null, estimate });
  const ended = await table.finished('org_noise', job!.id);
  expect(ended).toMatchObject({ type: 'repeatability_run', status: 'done', progress: { done: 80, total: 80 } });
  expect(table.scoring.started.map(({ alternative, free }) => [alternative, free])).toEqual([
    ['repeat-1', false],
    ['repeat-2', false],
  ]);
  expect(table.money.blocks.get(quote.confirm!)?.items.map(({ units }) => units)).toEqual([[40], [40]]);
  expect(new Set(table.money.closed)).toEqual(new Set([quote.confirm]));
  const { usage, ...found } = ended.result as { usage: object; sd_p: number; flips: Record<string, object> };
  expect(usage).toMatchObject({ judgment_units: 80, requests: 80, cost_usd: 0.16, by_judgment: { late: 80 } });
  expect(found).toMatchObject({ answers: 40, times: 2, version: 1, engine_version: epoch, sd_normalized: null });
  // Half the squared difference of two numbers is their variance.
  expect(found.sd_p).toBeCloseTo(0.04 / Math.SQRT2, 9);
  expect(found.flips.alarm).toMatchObject({ share: expect.closeTo(1 / 40, 9) as number });
  expect((await table.calibration.report('org_noise')).repeatability).toEqual(found);
  // What was asked is no answer of anything: only what it showed stays.
  expect(await countLeft('org_noise')).toEqual([0, 1]);
});

it('an engine that repeats itself has noise 0, and a second run replaces the first [CAL-01]', async () => {
  await arrange('org_still');
  table.scoring.says = (_, label) => readOf(label);
  for (const times of [2, 3]) {
    const job = await begin('org_still', { answers: 20, times });
    await table.finished('org_still', job.id);
  }
  const { repeatability } = await table.calibration.report('org_still');
  expect(repeatability).toMatchObject({ times: 3, answers: 20, sd_p: 0, sd_logit: 0, flips: { alarm: { share: 0 } } });
  expect(await countLeft('org_still')).toEqual([0, 1]);
  // Another version has not been asked.
  await table.calibration.applyJudgment('org_still', { revision: 2, active_version: 2 });
  expect((await table.calibration.report('org_still')).repeatability).toBeNull();
});

it('one token is one run: sent by twenty at once, again later, and with another key [CAL-01]', async () => {
  await arrange('org_once');
  const { confirm } = await send('org_once');
  const replies = await Promise.all(Array.from({ length: 20 }, () => send('org_once', { confirm: confirm! })));
  expect(new Set(replies.map(({ job }) => job?.id)).size).toBe(1);
  await table.finished('org_once', replies[0].job!.id);
  const other = await send('org_once');
  // While a run is open no other one begins; its own token answers its job.
  table.scoring.onStart = async () => undefined;
  const second = await send('org_once', { confirm: other.confirm! }, 'eff_once');
  expect(await send('org_once', { confirm: other.confirm! }, 'eff_once')).toEqual(second);
  expect(second.job!.id).not.toBe(replies[0].job!.id);
  const third = await send('org_once');
  await expect(send('org_once', { confirm: third.confirm! })).rejects.toMatchObject({
    code: 'conflict',
    details: { reason: 'running', job: second.job!.id },
  });
  expect(await send('org_once', { confirm: other.confirm! })).toMatchObject({ job: { id: second.job!.id } });
  await table.calibration.ask(calibrationJobs.cancel, { id: second.job!.id }, 'org_once');
  await table.finished('org_once', second.job!.id);
});

it('a token is refused when it is of another request, judgment, version or price, and when there is no money [CAL-01]', async () => {
  await arrange('org_token');
  const mismatch = { code: 'conflict', details: { reason: 'confirm_mismatch', path: '/confirm' } };
  const { confirm } = await send('org_token', { answers: 20 });
  const sent = (repeat: RepeatabilityBody) => send('org_token', { confirm: confirm!, ...repeat });
  await expect(sent({ answers: 20, times: 3 })).rejects.toMatchObject(mismatch);
  await expect(sent({ answers: 30 })).rejects.toMatchObject(mismatch);
  await expect(sent({ answers: 20, confirm: 'rep_other' })).rejects.toMatchObject(mismatch);
  table.money.refusal = 'budget_exceeded';
  await expect(sent({ answers: 20 })).rejects.toMatchObject({ code: 'budget_exceeded' });
  table.money.refusal = 'quote_changed';
  await expect(sent({ answers: 20 })).rejects.toMatchObject(mismatch);
  table.money.refusal = null;
  table.engines[0].engine_version = 'current+2026-04-01.1';
  await expect(sent({ answers: 20 })).rejects.toMatchObject(mismatch);
  // Answers of the epoch before say nothing of the engine of now.
  await expect(send('org_token')).rejects.toMatchObject({ code: 'conflict', details: { reason: 'few_answers' } });
  expect(table.scoring.started).toHaveLength(0);
});

it('a run of an engine that answers in two epochs in turn goes on, and counts the answers of its own [CAL-01]', async () => {
  await arrange('org_turns');
  table.scoring.says = (_, label) => readOf(label);
  table.scoring.onStart = async (start: StartScoring) => {
    for (const [place, label] of start.labels.entries()) {
      const isOther = start.alternative === 'repeat-2' && place < 5;
      table.scoring.epoch = isOther ? 'current+2026-05-01.1' : null;
      const recorded = table.scoring.recorded(start, [label]);
      await table.calibration.publish(scoringRecorded, { ...recorded, stopped: false });
    }
    table.scoring.epoch = null;
  };
  const job = await begin('org_turns', { answers: 20 });
  expect(await table.finished('org_turns', job.id)).toMatchObject({ status: 'done' });
  const { repeatability } = await table.calibration.report('org_turns');
  expect(repeatability).toMatchObject({ answers: 15, other_epoch: 5, sd_p: 0 });
});

it('a run ends superseded when the epoch moves, cancelled when it is cancelled, and keeps nothing of either [CAL-01]', async () => {
  await arrange('org_end');
  const [engine] = table.engines;
  const { engine_version: inForce } = engine;
  table.scoring.onStart = async (start: StartScoring) => {
    if (start.alternative === 'repeat-2') engine.engine_version = 'current+2026-05-01.1';
    await table.calibration.publish(scoringRecorded, table.scoring.recorded(start, start.labels.slice(0, 5)));
  };
  const moved = await table.finished('org_end', (await begin('org_end')).id);
  engine.engine_version = inForce;
  expect(moved).toMatchObject({ status: 'failed', result_status: 409 });
  expect(JSON.stringify(moved.result)).toContain('another epoch of its engine answers now');
  table.scoring.epoch = null;
  table.scoring.onStart = async () => undefined;
  const job = await begin('org_end');
  await eventually(async () => expect(table.scoring.started.length).toBe(4));
  await table.calibration.ask(calibrationJobs.cancel, { id: job.id }, 'org_end');
  const cancelled = await table.finished('org_end', job.id);
  expect(cancelled.result).toMatchObject({ error: { details: { reason: 'cancelled' } } });
  expect(new Set(table.money.closed).size).toBe(2);
  expect((await table.calibration.report('org_end')).repeatability).toBeNull();
  expect(await countLeft('org_end')).toEqual([0, 0]);
  // A fact that comes late finds no run; what follows it is kept as ever.
  await table.calibration.publish(scoringRecorded, table.scoring.recorded(table.scoring.started[3]));
  table.scoring.onStart = (start) => table.answer(start);
  expect(await table.finished('org_end', (await begin('org_end')).id)).toMatchObject({ status: 'done' });
  expect(await countLeft('org_end')).toEqual([0, 1]);
});
