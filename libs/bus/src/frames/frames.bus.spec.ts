import { ReadDocuments, readDocuments } from '@app/contracts';
import { FakeService, callerOf, eventually } from '@app/testing';
import { Problem } from '@app/problem';
import { Call } from '../call';
import { RawReply } from '../reply';
import { handle } from '../table';

type Work = (query: ReadDocuments, call: Call) => Promise<RawReply>;

/** What an owner of an older release serves: the same message, and no frames. */
const unframed = { ...readDocuments, framed: false };
const echo: Work = async ({ namespace }, { who }) => new RawReply(JSON.stringify([namespace, who.organization]));
const question = (namespace: string): string =>
  JSON.stringify({ namespace, single: true, read: { ids: ['a'] } } satisfies ReadDocuments);

const counted = async ({ metrics }: FakeService, name: string): Promise<number> => {
  const { values } = await metrics.registry.getSingleMetric(name)!.get();
  return values.reduce((sum, { value }) => sum + value, 0);
};

describe('requests of one turn', () => {
  const opened: FakeService[] = [];
  const owner = async (work: Work, message = readDocuments): Promise<FakeService> => {
    const service = await FakeService.open('documents', [handle(message, work)]);
    opened.push(service);
    return service;
  };
  const asker = async (): Promise<FakeService> => {
    const service = await FakeService.open('gateway');
    opened.push(service);
    return service;
  };
  const ask = async (from: FakeService, namespace: string, organization = 'o', ms = 20_000): Promise<unknown> => {
    const call = new Call(Date.now() + ms, callerOf(organization));
    return (await from.requester.askRaw(readDocuments, question(namespace), call)).json();
  };
  const many = (from: FakeService, n: number): Promise<unknown[]> =>
    Promise.all(Array.from({ length: n }, (_, i) => ask(from, `n${i}`, `o${i % 7}`)));
  const expected = (n: number) => Array.from({ length: n }, (_, i) => [`n${i}`, `o${i % 7}`]);

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((service) => service.stop()));
  });

  it('travel as one message once the owner has announced that it reads frames, and each keeps its caller', async () => {
    const documents = await owner(echo);
    const gateway = await asker();
    await expect(many(gateway, 20)).resolves.toEqual(expected(20));
    expect(await counted(documents, 'bus_framed_requests_total')).toBe(0);
    await expect(many(gateway, 200)).resolves.toEqual(expected(200));
    expect(await counted(documents, 'bus_framed_requests_total')).toBe(200);
    expect(await counted(documents, 'bus_frames_total')).toBe(4);
  });
});
