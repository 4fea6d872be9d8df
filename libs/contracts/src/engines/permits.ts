import { engineNames } from '@app/definition';
import type { EngineName } from '@app/definition';
import { Int, ListOf, Num, OneOf, Text } from '../field';
import { request } from '../message';

/** Leave to ask one engine, as one process of the broker gives it. */
export class PermitState {
  @OneOf(engineNames) name: EngineName;
  @Int({
    min: 0,
    meaning: 'Requests of the namespace that wait for leave to be sent, in the process of the broker that answered.',
  })
  waiting: number;
  @Num({
    min: 0,
    max: 1,
    meaning:
      'How much of the limits of the engine is used; less than 1 for a while after the engine said that it is asked too often.',
  })
  rate_factor: number;
}
export class ShowPermits {
  @Text() namespace: string;
}
export class PermitStates {
  @ListOf(() => PermitState) permits: PermitState[];
}
export const showPermits = request({
  from: ['gateway', 'operator'],
  to: 'engine-broker',
  subject: 'engine-broker.permit.show.v1',
  why: 'Tells how many requests of a namespace wait for leave to ask each engine.',
  query: ShowPermits,
  reply: PermitStates,
});
