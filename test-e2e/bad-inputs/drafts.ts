import { ApiReply, eventually } from '@app/testing/stack';
import { Row, Seen } from './row';
import { send } from './send';
import { Stage } from './stage';

const drafts = '/namespaces/acme%2Fprod/judgments/j1/alternatives/drafts';

export function draftsRow({ path }: Row): boolean {
  return path?.endsWith('/alternatives/drafts') === true;
}

/** Sends a row about drafts with Suggestions and today's calls as its `setup` says. */
export async function sendDrafts(row: Row, stage: Stage): Promise<Seen> {
  const { setup } = row;
  if (setup === 'Suggestions off') await turn(stage, false);
  if (setup === undefined || setup === 'Suggestions off') return send(row, stage);
  const calls = Number(/^(\d+) calls today/.exec(setup)?.[1] ?? 0);
  const ofJudgment = setup.includes('over 3 judgments') ? calls - 40 : calls;
  return withSuggestions(stage, async (organization) => {
    await stage.stack.sql(
      `insert into calibration.draft_call (id, organization, judgment_id, day, counted, expires_at)
       select 'drc_bad_' || n, $1, case when n <= $3 then j.judgment_id else 'jdg_other_' || n % 2 end,
         (app.now() at time zone 'utc')::date, true, app.now()
       from generate_series(1, $2::int) n, calibration.judgment j
       where j.organization = $1 and j.scope = 'acme/prod' and j.name = 'j1'`,
      [organization, calls, ofJudgment],
    );
    return send(row, stage);
  });
}

/** Drafts for a judgment that is there, while Suggestions is on. */
export function draftsTwin(stage: Stage): Promise<ApiReply> {
  const { stack, keys } = stage;
  return withSuggestions(stage, () => stack.api('POST', drafts, undefined, { key: keys.rw_org }));
}

async function withSuggestions<T>(stage: Stage, work: (organization: string) => Promise<T>): Promise<T> {
  const { stack, keys } = stage;
  const { body } = await stack.api<{ id: string }>('GET', '/organization', undefined, { key: keys.rw_org });
  await turn(stage, true);
  try {
    return await work(body.id);
  } finally {
    await stack.sql('delete from calibration.draft_call where organization = $1', [body.id]);
  }
}

/** Has Suggestions as a row wants it: most want it as the row before, and each turn is waited for. */
async function turn(stage: Stage, isOn: boolean): Promise<void> {
  if (stage.hasSuggestions === isOn) return;
  const { stack, keys } = stage;
  const { body } = await stack.api<{ name: string }>('GET', '/organization', undefined, { key: keys.rw_org });
  await stack.operator.run(['org', 'suggestions', body.name, isOn ? '--on' : '--off']);
  stage.hasSuggestions = isOn;
  // Gateways follow within half a second: 404 while it is on.
  const missing = drafts.replace('/j1/', '/missing/');
  await eventually(async () => {
    const { status } = await stack.api('POST', missing, undefined, { key: keys.rw_org });
    expect(status).toBe(isOn ? 404 : 403);
  });
}
