import { Shot, Target, load } from '../load/load';
import { randomOf, sellers, upsertBody } from '../load/documents';
import { Case } from './case';

export interface Setting {
  raw: Target;
  own: Target;
  clients: number;
  seconds: number;
  documents: number;
}

const plain = 'bench%2Fplain';
const judged = 'bench%2Fjudged';
const wide = 'bench%2Fwide';
export const wideName = 'batch write touching 5 of 50 judgments, against the same without judgments';
/** Documents with ten answers each. */
export const judgedDocuments = 5000;
/** Documents with fifty wanted answers each. */
export const wideDocuments = 5000;
export const namespaces = {
  plain: 'bench/plain',
  judged: 'bench/judged',
  wide: 'bench/wide',
  heard: 'bench/heard',
  loop: 'bench/loop',
};

/** The hot paths over documents, each against the bare server. */
export function documentCases(setting: Setting): Case[] {
  const { raw, own, clients, seconds, documents } = setting;
  const random = randomOf(1);
  const any = (): number => Math.floor(random() * documents);
  const both = (
    name: string,
    goal: number,
    shot: (base: string, n: number, round: number) => Shot,
    rawShot = shot,
  ): Case => ({
    name,
    goal,
    raw: (round) => load(raw, clients, seconds, (n) => rawShot('', n, round)),
    own: (round) => load(own, clients, seconds, (n) => shot('/v1', n, round)),
  });
  const point = (base: string, namespace: string, suffix: string): Shot => ({
    method: 'GET',
    path: `${base}/namespaces/${namespace}/documents/doc:${namespace === judged ? any() % judgedDocuments : any()}${suffix}`,
  });
  const write = (base: string, namespace: string, count: number, n: number, round: number, among = documents): Shot => {
    const from = (n * count + round * 31337) % (among - count);
    return {
      method: 'POST',
      path: `${base}/namespaces/${namespace}/documents`,
      body: upsertBody(from, count, round * 1000 + n + 1),
    };
  };
  const query = (base: string): Shot => {
    const low = Math.floor(random() * 500);
    const filter = {
      'attributes.seller': `s${Math.floor(random() * sellers)}`,
      'attributes.total': { gte: low, lte: low + 400 },
    };
    const order_by = [{ path: 'attributes.total', direction: 'asc' }];
    return {
      method: 'POST',
      path: `${base}/namespaces/${plain}/query`,
      body: JSON.stringify({ filter, order_by, limit: 20, include: ['attributes', 'state'] }),
    };
  };
  return [
    both('point read', 0.3, (base) => point(base, plain, '')),
    both(
      'point read with 10 answers',
      0.3,
      (base) => point(base, judged, '?fresh=stored'),
      () => point('', judged, '?answers=1'),
    ),
    both('single upsert', 0.25, (base, n, round) => write(base, plain, 1, n, round)),
    both('batch write of 100', 0.5, (base, n, round) => write(base, plain, 100, n, round)),
    both('query, equality and range, limit 20', 0.35, query),
    {
      name: wideName,
      goal: 0.6,
      raw: (round) => load(own, clients, seconds, (n) => write('/v1', plain, 100, n, round, wideDocuments)),
      own: (round) => load(own, clients, seconds, (n) => write('/v1', wide, 100, n, round, wideDocuments)),
    },
  ];
}
