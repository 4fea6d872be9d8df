import { Int, MapOf, Nested, Num, OneOf, Shape, Stamp, Text } from '../field';
import { JobView } from '../jobs';
import { request } from '../message';
import type { IntervalView } from './interval';

/** How many answers a run repeats, and how often it asks about each. */
export const repeatBounds = { answers: { min: 10, max: 200, usual: 30 }, times: { min: 2, max: 5, usual: 2 } } as const;

/** A share of answers with its uncertainty. */
export class RepeatedShareView {
  @Num({ min: 0, max: 1, meaning: 'Share of current answers that come out differently when they are asked twice.' })
  share: number;
  @Shape(
    { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 },
    { meaning: 'Wilson, 95 %, by document.' },
  )
  interval: IntervalView;
}

/** What an engine said when it was asked about the same contexts several times. Nothing of it is an answer of record. */
export class RepeatabilityView {
  @Stamp({ meaning: 'When the run ended.' }) asked_at: string;
  @Int({ min: 0, meaning: 'Answers that were asked at least twice.' }) answers: number;
  @Int({ min: 2, meaning: 'Asks of each answer.' }) times: number;
  @Int({ min: 1 }) version: number;
  @Text({ meaning: 'The epoch that was asked; a report of another one does not show the figures.' })
  engine_version: string;
  @Int({
    optional: true,
    min: 0,
    meaning: 'Asks that another epoch answered, and that no figure counts. Left out by builds from before it.',
  })
  other_epoch?: number;
  @Num({ nullable: true, min: 0, meaning: 'Of a bool: standard deviation of log odds, in nats.' })
  sd_logit: number | null;
  @Num({ nullable: true, min: 0, meaning: 'Of a bool: standard deviation of p.' }) sd_p: number | null;
  @Num({ nullable: true, min: 0, meaning: 'Of a score: standard deviation of `normalized`.' })
  sd_normalized: number | null;
  @Nested(() => RepeatedShareView, { nullable: true, meaning: 'Of a choice: how often its value changes.' })
  value_changes: RepeatedShareView | null;
  @MapOf(() => RepeatedShareView, {
    meaning:
      'How often an answer changes side, by the name of a threshold in force when the run ended; those on features are left out.',
  })
  flips: Record<string, RepeatedShareView>;
}

export class RepeatabilityBody {
  @Int({ optional: true, ...boundsOf('answers'), meaning: 'Current answers to ask about; default 30.' })
  answers?: number;
  @Int({ optional: true, ...boundsOf('times'), meaning: 'How often each is asked; default 2.' }) times?: number;
  @Text({ optional: true, max: 100, meaning: 'The confirmation token of the quote; it holds for an hour.' })
  confirm?: string;
}

/** What a run would ask and cost. */
export class RepeatabilityEstimate {
  @Int({ min: 0, meaning: 'Answers whose context is kept; fewer than asked for where there are no more.' })
  answers: number;
  @Int({ min: 2 }) times: number;
  @Int({ min: 0, meaning: 'Requests to the engine.' }) asks: number;
  @Num({ min: 0 }) judgment_units: number;
  @Int({ min: 0 }) tokens: number;
  @Num({ min: 0 }) cost_usd: number;
}
export class RepeatabilityReply {
  @OneOf(['confirmation_required', 'started']) status: 'confirmation_required' | 'started';
  @Text({ nullable: true, meaning: 'Confirmation token; send the same request with it to begin.' }) confirm:
    string | null;
  @Nested(() => RepeatabilityEstimate) estimate: RepeatabilityEstimate;
  @Nested(() => JobView, { optional: true }) job?: JobView;
}
export class StartRepeatability {
  @Text() namespace: string;
  @Text() judgment: string;
  @Nested(() => RepeatabilityBody) repeat: RepeatabilityBody;
}
export const startRepeatability = request({
  from: ['gateway'],
  to: 'calibration',
  subject: 'calibration.repeatability.start.v1',
  why: 'Quotes asking an engine again about kept contexts, and starts it after confirmation.',
  query: StartRepeatability,
  reply: RepeatabilityReply,
});

function boundsOf(member: keyof typeof repeatBounds): { min: number; max: number } {
  const { min, max } = repeatBounds[member];
  return { min, max };
}
