import type { Schema } from '../request/operation-types';

type Body = Schema<'JudgmentCreateBody'>;
export type JudgmentType = NonNullable<Body['type']>;

/** What each type of judgment needs, and the members of the others that it refuses. */
interface ByType {
  bool: { options?: never; levels?: never; escape?: never };
  choice: { options: NonNullable<Body['options']>; levels?: never; parts?: never; features?: never };
  score: { levels: NonNullable<Body['levels']>; options?: never; escape?: never; parts?: never; features?: never };
}

/** Where the type is known to the compiler; a body that is put together at run time is left to the service. */
type Needs<T> = [T] extends ['bool']
  ? ByType['bool']
  : [T] extends ['choice']
    ? ByType['choice']
    : [T] extends ['score']
      ? ByType['score']
      : Pick<Body, 'options' | 'levels' | 'escape' | 'parts' | 'features'>;

/** A judgment to make. A choice has `options`, a score has `levels`; `from_starter` stands in the place of question, type and context. */
export type JudgmentCreate<T extends JudgmentType | undefined> = Omit<
  Body,
  'type' | 'options' | 'levels' | 'escape' | 'parts' | 'features'
> & { type?: T } & Pick<Body, Exclude<'options' | 'levels' | 'escape' | 'parts' | 'features', keyof Needs<T>>> &
  Needs<T>;
