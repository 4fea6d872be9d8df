import { Bool, Int, JsonObject, Nested, Text } from '../../field';
import { request } from '../../message';
import { CalibrationPage } from '../page';
import { Deleted } from '../../shared';
import { JobView } from '../../jobs';
import { Alternative, AlternativesTable } from './table';

const gatewayToCalibration = { from: ['gateway'], to: 'calibration' } as const;

class OfJudgment {
  @Text() namespace: string;
  @Text() judgment: string;
}
export class ReadAlternatives extends OfJudgment {
  @Text({ meaning: "Plan of the caller's organization: below Team the wording of a narrowing is hidden." })
  plan: string;
}
export const readAlternatives = request({
  ...gatewayToCalibration,
  subject: 'calibration.alternative.list.v1',
  why: 'Reads the table of alternatives of a judgment, and what scoring the rest would cost.',
  query: ReadAlternatives,
  reply: AlternativesTable,
});

export const readAlternativesPage = request({
  ...gatewayToCalibration,
  subject: 'calibration.alternative.page.v1',
  why: 'Reads the table of alternatives as an HTML page.',
  query: ReadAlternatives,
  reply: CalibrationPage,
});

/** Named alternatives of one version. */
export const maxNamedAlternatives = 20;

export class AlternativeBody {
  @JsonObject({
    named: 'DifferingMembers',
    meaning:
      'The members that differ from the active version: question, criteria, context, engine, or descriptions of options, escape and levels. Null takes an optional one away.',
  })
  definition: object;
  @Bool({ optional: true, meaning: 'True for a wording that the service drafted.' }) drafted?: boolean;
}
export class NameAlternative extends OfJudgment {
  @Nested(() => AlternativeBody) alternative: AlternativeBody;
}
export const nameAlternative = request({
  ...gatewayToCalibration,
  subject: 'calibration.alternative.name.v1',
  why: 'Adds a row to the table of alternatives; nothing is asked or billed.',
  query: NameAlternative,
  reply: Alternative,
});

export class RemoveAlternative extends OfJudgment {
  @Text() id: string;
}
export const removeAlternative = request({
  ...gatewayToCalibration,
  subject: 'calibration.alternative.remove.v1',
  why: 'Takes a named row off the table. A scored one still counts in `corrected_for` until the month ends.',
  query: RemoveAlternative,
  reply: Deleted,
});

export class AlternativesRunBody {
  @Int({ min: 0, max: 9007199254740991, meaning: '`quote.generation` of the quote that is confirmed.' })
  quote_generation: number;
}
export class RunAlternatives extends OfJudgment {
  @Nested(() => AlternativesRunBody) run: AlternativesRunBody;
}
export const runAlternatives = request({
  ...gatewayToCalibration,
  subject: 'calibration.alternative.run.v1',
  why: 'Confirms a quote: holds its money and starts the job that scores what is unscored.',
  query: RunAlternatives,
  reply: JobView,
});
