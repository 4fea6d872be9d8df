import { Shape } from '../field';

/** Lower and upper end of a 95 % interval. */
export type IntervalView = [number, number];

export const ends = { type: ['array', 'null'], items: { type: 'number' }, minItems: 2, maxItems: 2 };
export const Interval = (meaning: string) => Shape(ends, { meaning });
