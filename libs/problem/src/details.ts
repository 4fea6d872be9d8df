import type { ErrorCode } from './codes';
import type { detailMembers } from './detail-members';
import type { TypeOf } from './detail-schema';

type Members = typeof detailMembers;
type Form<M extends keyof Members> = Members[M]['forms'][number];

/** The forms of a member that all of some codes carry. */
type FormOf<M extends keyof Members, C extends ErrorCode> =
  Form<M> extends infer One
    ? One extends { codes: infer Codes; schema: infer Schema }
      ? Codes extends 'every'
        ? TypeOf<Schema>
        : Codes extends readonly unknown[]
          ? [C] extends [Codes[number]]
            ? TypeOf<Schema>
            : never
          : never
      : never
    : never;

/** Machine-readable facts of an error of some codes: the members that each of them carries. */
export type DetailsOf<C extends ErrorCode> = { [M in keyof Members]?: FormOf<M, C> };

/** What the codes with facts of their own always carry. */
interface Always {
  rate_limited: 'rate_limit' | 'limit';
  plan_required: 'capability' | 'required_plan' | 'plan';
}

/** The details that a problem of a code is made with: a code that always carries some takes no less. */
export type GivenDetails<C extends ErrorCode> = C extends keyof Always
  ? [details: DetailsOf<C> & Required<Pick<DetailsOf<C>, Always[C]>>]
  : [details?: DetailsOf<C>];

/** Machine-readable facts of an error of any code. */
export type Details = { [M in keyof Members]?: TypeOf<Form<M>['schema']> };
