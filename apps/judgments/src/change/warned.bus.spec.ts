import { JudgmentChange, createJudgment, patchJudgment } from '@app/contracts/judgments';
import { newId } from '@app/persistence';
import { callerOf } from '@app/testing';
import { FakeNeighbours } from '../testing/fake-neighbours';
import { OpenJudgments, openJudgments } from '../testing/open-judgments';

const caller = callerOf(newId('org'));
let judgments: OpenJudgments;
let neighbours: FakeNeighbours;
let namespace: string;

/** A judgment of accounts that reads their tickets. */
const mood = (relation: object = {}, more: object = {}) => ({
  name: 'mood',
  type: 'bool',
  question: 'Is the account happy?',
  context: {
    fields: ['state.note'],
    related: { tickets: { join: { theirs: 'attributes.account', mine: 'id' }, fields: ['state.note'], ...relation } },
  },
  ...more,
});
const create = (judgment: object): Promise<JudgmentChange> =>
  judgments.gateway.ask(createJudgment, { namespace, judgment: judgment as never }, caller);
const patch = (body: object): Promise<JudgmentChange> =>
  judgments.gateway.ask(patchJudgment, { namespace, name: 'mood', patch: body }, caller);
const placesOf = ({ warnings }: JudgmentChange) => warnings.map(({ code, path }) => `${code} ${path}`);

beforeAll(async () => {
  judgments = await openJudgments();
  ({ neighbours } = judgments);
});
afterAll(() => judgments.stop());
beforeEach(() => {
  namespace = newId('ask');
  neighbours.documents.clear();
  for (let n = 0; n < 20; n++) {
    neighbours.put(`a${n}`, 1, { note: 'x' }, []);
    neighbours.put(`t${n}`, 1, { note: 'x' }, []).attributes = { account: `a${n % 4}`, name: 'x' };
  }
});

const place = '/context/related/tickets';
const join = { theirs: 'attributes.acount', mine: 'id' };
const joinless = [`field_not_found ${place}/join/theirs`, `relation_joins_nothing ${place}`];
const judged = 'judges_related_documents /applies_to';
const tied = `ties_in_last_n ${place}/last_n`;

it('a dry run, a create, a version and a confirmation say what a relation selects [REL-F5]', async () => {
  expect(placesOf(await create(mood({ join }, { dry_run: true })))).toEqual(joinless);
  expect(placesOf(await create(mood({ join })))).toEqual(joinless);
  expect(placesOf(await create(mood({ fields: ['state.txt'] })))).toEqual([
    `field_not_found ${place}/fields/0`,
    judged,
  ]);
  const asked = await create(mood({ last_n: 4 }, { name: 'other', freshness: { policy: 'on_change' } }));
  expect([asked.status, ...placesOf(asked)]).toEqual(['confirmation_required', tied, judged]);
});

it('reads what it looks at with the sample, and what contexts show unchanged [REL-F5]', async () => {
  const before = await create(mood({ order_by: [{ path: 'state.note' }] }, { dry_run: true }));
  neighbours.fetches = 0;
  const features = [{ name: 'total', of: 'tickets', aggregate: 'sum', path: 'attributes.amount' }];
  const change = await create(mood({}, { features, dry_run: true }));
  expect(placesOf(change)).toEqual(['field_not_found /features/0/path', judged]);
  // The pages of the estimate's sample, and the three contexts of a dry run.
  expect(neighbours.fetches).toBe(1 + 3);
  expect(change.estimate!.existing).toEqual(before.estimate!.existing);
});

it('a PATCH says what its settings do, and with a confirmation what the sample shows [REL-F5]', async () => {
  const pointing = { join: { theirs: 'id', mine: 'attributes.account' } };
  await create(mood(pointing, { freshness: { fanout: { rolling_limit: 0 } } }));
  const asked = await patch({ freshness: { policy: 'on_change' } });
  expect([asked.status, ...placesOf(asked)]).toEqual([
    'confirmation_required',
    judged,
    'fanout_never /freshness/fanout/rolling_limit',
  ]);
  const made = await patch({ freshness: { policy: 'on_change' }, confirm: asked.confirm });
  expect([made.status, ...placesOf(made)]).toEqual(['updated', 'fanout_never /freshness/fanout/rolling_limit']);
  expect(placesOf(await patch({ thresholds: { alarm: 0.5 } }))).toEqual([]);
  expect(placesOf(await patch({ freshness: { fanout: { rolling_limit: 5 } } }))).toEqual([]);
});

it('says which bands no answer of the judgment in force reaches [REL-F5]', async () => {
  await create({ name: 'angry', type: 'bool', question: 'Angry?', context: { fields: ['state.note'] } });
  const answers = [{ judgment: 'angry', bands: [30, 70] }];
  expect(placesOf(await create(mood({ answers })))).toEqual([judged, `bands_out_of_range ${place}/answers/0/bands`]);
});
