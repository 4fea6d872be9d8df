import { join } from 'node:path';
import { Folder, loadFolder } from './loader/data/folder';
import { toOutcome } from './loader/recipe/mapping';
import { DocumentRow, OutcomeRow } from './loader/data/row';

interface Message {
  id: string;
  from: string;
  at: string;
  text: string;
}

describe('the support desk set', () => {
  let folder: Folder;
  const rows: DocumentRow[] = [];
  const outcomes: OutcomeRow[] = [];
  const ofType = (type: string) => rows.filter((row) => row.type === type);
  const messagesOf = (ticket: DocumentRow) => ticket.data.messages as Message[];

  beforeAll(async () => {
    folder = await loadFolder(join(__dirname, '../support-desk'));
    for (const file of folder.files) for await (const { row } of folder.readDocuments(file)) rows.push(row);
    for await (const { row } of folder.readOutcomes()) outcomes.push(row);
  });

  it('reads without a fault: accounts first, at least 320 documents, each id once', () => {
    expect(folder.problems).toEqual([]);
    expect(folder.files.map(({ file }) => file)).toEqual(['account.jsonl', 'ticket.jsonl']);
    expect(rows.length).toBeGreaterThanOrEqual(320);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  it('refers only to accounts that are there and older', () => {
    const accounts = new Map(ofType('account').map((row) => [row.id, row]));
    for (const ticket of ofType('ticket')) {
      const account = accounts.get(ticket.refs.account);
      expect(account).toBeDefined();
      expect(Date.parse(account?.at ?? '')).toBeLessThan(Date.parse(ticket.at ?? ''));
    }
  });

  it('holds threads of two to six messages in order, the first by the customer, none alike', () => {
    for (const ticket of ofType('ticket')) {
      const messages = messagesOf(ticket);
      expect(messages.length).toBeGreaterThanOrEqual(2);
      expect(messages.length).toBeLessThanOrEqual(6);
      expect(messages[0].from).toBe('customer');
      expect(messages.map(({ at }) => at)).toEqual(messages.map(({ at }) => at).sort());
      expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
      expect(messages.filter(({ text }) => text === '' || /[{}]|undefined/.test(text))).toEqual([]);
    }
    const openings = ofType('ticket').map((ticket) => messagesOf(ticket)[0].text);
    expect(new Set(openings).size).toBe(openings.length);
  });

  it('speaks two languages, about a third of it German', () => {
    const german = ofType('ticket').filter(({ data }) => data.language === 'de').length;
    expect(german / ofType('ticket').length).toBeGreaterThan(0.27);
    expect(german / ofType('ticket').length).toBeLessThan(0.4);
    const signs = ofType('ticket').filter((ticket) => /\b(und|nicht|wir|die)\b/.test(messagesOf(ticket)[0].text));
    expect(signs.filter(({ data }) => data.language === 'de').length / signs.length).toBeGreaterThan(0.95);
  });

  it('asks six questions of all three types, most with thresholds', () => {
    expect(folder.judgments.map(({ type }) => type).sort()).toEqual([
      'bool',
      'bool',
      'bool',
      'bool',
      'choice',
      'score',
    ]);
    expect(folder.judgments.filter(({ thresholds }) => thresholds !== undefined).length).toBeGreaterThanOrEqual(3);
    const topic = folder.judgments.find(({ key }) => key === 'topic');
    expect(Object.keys(topic?.option_descriptions ?? {})).toEqual(topic?.options);
  });

  it('knows what happened for most documents, at most once a question, within what each judgment can answer', () => {
    const types = new Map(rows.map(({ id, type }) => [id, type]));
    const specs = new Map(folder.judgments.map((spec) => [spec.key, spec]));
    const seen = new Set<string>();
    for (const outcome of outcomes) {
      const spec = specs.get(outcome.question);
      if (!spec) throw new Error(`no judgment ${outcome.question}`);
      expect(types.get(outcome.doc)).toBe(spec.on);
      expect(toOutcome(outcome, spec)).not.toBeNull();
      seen.add(`${outcome.doc} ${outcome.question}`);
    }
    expect(seen.size).toBe(outcomes.length);
    expect(new Set(outcomes.map(({ doc }) => doc)).size / rows.length).toBeGreaterThan(0.8);
  });

  it('says of an account that it is leaving when one of its tickets was of somebody about to leave', () => {
    const accounts = new Map(ofType('ticket').map(({ id, refs }) => [id, refs.account]));
    const expected = new Map<string, boolean>();
    for (const { doc, outcome } of outcomes.filter(({ question }) => question === 'churn_risk')) {
      const account = accounts.get(doc)!;
      expected.set(account, outcome === true || expected.get(account) === true);
    }
    const leaving = outcomes.filter(({ question }) => question === 'leaving');
    expect(new Map(leaving.map(({ doc, outcome }) => [doc, outcome]))).toEqual(expected);
  });

  it('leaves no answer without a case: each option, each level, both truths', () => {
    const values = (key: string) => new Set(outcomes.filter((o) => o.question === key).map((o) => String(o.outcome)));
    expect(values('topic').size).toBe(11);
    expect(values('mood').size).toBe(5);
    for (const key of ['churn_risk', 'wants_refund', 'urgent', 'leaving'])
      expect(values(key)).toEqual(new Set(['true', 'false']));
  });
});
