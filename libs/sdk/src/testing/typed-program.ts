/** A user's program over the types of the client. Each `@ts-expect-error` is an error where the compiler accepts the line below it. */
export const typedProgram = `
import { JudgmentClient, type BoolAnswer, type EventPattern, type JudgmentAnswer, type Schema } from '@judgment-service/sdk';

interface Order { total: number; city?: string }
interface Mail { text: string }
const client = new JudgmentClient({ baseUrl: 'https://judge.example.com/v1', apiKey: 'jk_1', allowInsecureHttp: false });
const plain = client.namespace('a');
const orders = client.namespace<Order, Mail>('a');
const late = plain.judgments.get('late');

// Answers: by type, and by status.
export function read(answer: JudgmentAnswer): number | string | null {
  if (answer.type === 'bool') {
    const p: number | null = answer.p;
    // @ts-expect-error a yes or no has no options
    void answer.dist;
    // @ts-expect-error one that is not yet judged has no probability
    const sure: number = answer.p;
    return answer.status === 'fresh' || answer.status === 'stale' ? (answer.p satisfies number) : (p ?? sure);
  }
  if (answer.type === 'choice') {
    // @ts-expect-error a choice has no p
    void answer.p;
    return answer.status === 'fresh' ? (answer.dist satisfies Record<string, number>)['a'] ?? answer.value : null;
  }
  if (answer.status === 'pending') answer.score satisfies null;
  if (answer.status === 'unavailable') answer.unavailable_reason satisfies string;
  if (answer.status === 'stale') answer.stale_reason satisfies string;
  return answer.score;
}
export const calibrated = (answer: BoolAnswer): number | undefined => answer.calibrated?.p;
export const asBefore = (answer: JudgmentAnswer): Schema<'AnswerView'> => answer;

// Attributes and state.
export async function documents(): Promise<void> {
  await orders.documents.upsert([{ id: '1', attributes: { total: 1 }, state: { text: 'a' } }]);
  // @ts-expect-error a total is a number
  await orders.documents.upsert([{ id: '1', attributes: { total: '1' } }]);
  // @ts-expect-error a member that a mail has not
  await orders.documents.bulk([{ id: '1', state: { text: 'a', n: 1 } }]);
  const { attributes, state, answers } = await orders.documents.get('1');
  attributes?.total satisfies number | undefined;
  state?.text satisfies string | undefined;
  answers?.['late']?.type satisfies 'bool' | 'choice' | 'score' | undefined;
  for await (const one of orders.query({ pageSize: 100 })) one.attributes?.city satisfies string | undefined;
  for await (const one of plain.query({ limit: 100 })) (one satisfies Schema<'DocumentView'>).id;
  const { documents: many } = await orders.documents.getMany(['1']);
  many[0]?.state?.text satisfies string | undefined;
}

// Judgments.
const asked = { name: 'topic', question: 'Which?', context: { fields: ['state.text'] } };
export const judgments = async (stored: Schema<'JudgmentCreateBody'>) => [
  await plain.judgments.create({ ...asked, type: 'choice', options: [{ value: 'a' }, { value: 'b' }], escape: { description: 'None.' } }),
  await plain.judgments.create({ ...asked, type: 'score', levels: [{ value: 1, description: 'low' }] }),
  await plain.judgments.create({ ...asked, type: 'bool' }),
  await plain.judgments.create({ name: 'late', from_starter: { id: 'late' } }),
  await plain.judgments.create(stored),
  // @ts-expect-error a choice has options
  await plain.judgments.create({ ...asked, type: 'choice' }),
  // @ts-expect-error a score has levels
  await plain.judgments.create({ ...asked, type: 'score' }),
  // @ts-expect-error a yes or no has none
  await plain.judgments.create({ ...asked, type: 'bool', options: [{ value: 'a' }, { value: 'b' }] }),
  // @ts-expect-error a member that the API does not know
  await plain.judgments.create({ ...asked, type: 'choice', options: [{ value: 'a' }], optoins: [] }),
];

// Event patterns.
export const patterns: EventPattern[] = ['*', 'job.*', 'subscription.entered'];
export const events = () => [
  client.events.follow({ types: ['subscription.*'] }),
  client.webhookEndpoints.create({ url: 'https://example.com', events: ['job.failed', 'namespace.*'] }),
  client.events.read({ types: ['job.*'], wait: 25 }),
  // @ts-expect-error no type of event begins so
  client.events.follow({ types: ['subscriptions.*'] }),
  // @ts-expect-error a type that does not exist
  client.webhookEndpoints.create({ url: 'https://example.com', events: ['job.done'] }),
  // @ts-expect-error a type that does not exist
  client.webhookEndpoints.update('whe_1', { events: ['job.done'] }),
];

// Numbers and pages.
export const numbers = () => [
  late.recommendation({ on: 'p', target: 'precision', at_least: 0.9 }),
  late.recommendation({ on: 'p', target: 'precision', at_least: '0.9' }),
  client.jobs.list({ pageSize: 50 }),
  // @ts-expect-error the size of a page is a number
  client.jobs.list({ pageSize: '50' }),
];
`;
