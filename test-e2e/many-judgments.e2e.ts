import { UsageReport } from '@app/contracts/billing';
import { DocumentView } from '@app/contracts/documents';
import { StackClient, eventually, openLimitMs, sharedStack } from '@app/testing/stack';
import { Scenario, boolJudgment } from './scenario/scenario';

let stack: StackClient;
beforeAll(async () => {
  stack = await sharedStack();
}, openLimitMs);
afterAll(() => stack?.leave());

const half = 50;

it('judges a hundred judgments of one document in four requests, billed as such [BILL-03] [BILL-10] [GEN-10]', async () => {
  const scenario = new Scenario(stack, 'many/judgments');
  const template = encodeURIComponent(`${scenario.namespace.split('/').slice(0, -1).join('/')}/*`);
  const names = (kind: string) => Array.from({ length: half }, (_, i) => `${kind}-${Date.now().toString(36)}-${i}`);
  const [inherited, own] = [names('inherited'), names('own')];
  const engine = { name: 'jev', version: 'current' };
  for (const name of inherited) {
    const made = await stack.api('POST', `/namespaces/${template}/judgments`, { ...boolJudgment(name), engine });
    expect([made.status, made.text]).toEqual([201, made.text]);
  }
  for (const name of own) await scenario.judgment(boolJudgment(name));
  try {
    const mark = `hundred of ${scenario.namespace}`;
    await scenario.upsert('a', { text: mark });
    const { answers } = await eventually<DocumentView>(async () => {
      const read = await scenario.read('a', '?fresh=stored');
      const late = [...inherited, ...own].filter((name) => read.answers?.[name].status !== 'fresh');
      expect(late).toEqual([]);
      return read;
    });
    expect(Object.keys(answers ?? {})).toHaveLength(2 * half);
    const asked = (await stack.engine.asks(mark)).map(({ body }) => body.split('Is this ').length - 1);
    expect(asked.sort((a, b) => b - a)).toEqual([32, 32, 32, 4]);
    // The first question of a request counts 1, each further short one a quarter: 3 x 8.75 + 1.75.
    const usage = await eventually(async () => {
      const path = `/usage?namespace_prefix=${encodeURIComponent(scenario.namespace)}`;
      const { body } = await stack.api<UsageReport>('GET', path);
      expect(body.judgment_units).toBe(28);
      return body;
    });
    const byJudgment = Object.values(usage.namespaces[0].by_judgment);
    expect(byJudgment).toHaveLength(2 * half);
    expect(byJudgment.filter((units) => units === 1)).toHaveLength(4);
    expect(byJudgment.filter((units) => units === 0.25)).toHaveLength(2 * half - 4);
  } finally {
    for (const name of inherited) await stack.api('DELETE', `/namespaces/${template}/judgments/${name}`);
  }
}, 90_000);
