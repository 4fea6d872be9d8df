import type { DrawQueue, PlantedAnswer } from '@app/testing/world';
import { draw, regionOf, regions } from '../../queue/draw';
import { alarm } from './label-rows';

const reach = 0.1;

/** The draw of the review queue, with the nearness that candidates of a bool with one threshold have. */
export const drawQueue: DrawQueue = (candidates, labelled, count, uniform) => {
  const labels = Array.from(
    { length: regions },
    (_, region) => labelled.filter(({ p }) => regionOf(p) === region).length,
  );
  const all = candidates.map((answer: PlantedAnswer) => {
    return { answer, x: answer.p, near: Math.max(0, 1 - Math.abs(answer.p - alarm) / reach) };
  });
  return draw(all, labels, count, uniform).map(({ candidate: { answer }, weight }) => ({ answer, weight }));
};
