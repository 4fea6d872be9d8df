import { Bool, Int, MapOf, Num, Text } from './field';

export class ListQuery {
  @Int({ optional: true, min: 1, max: 100, meaning: 'Items a page: 1 to 100.' }) limit?: number;
  @Text({ optional: true, min: 1, max: 4096 }) cursor?: string;
}

export class UsageView {
  @Num({ min: 0 }) judgment_units: number;
  @Int({ min: 0 }) tokens: number;
  @Num({ min: 0 }) cost_usd: number;
  @MapOf({ type: 'number' }, { meaning: 'Judgment units by judgment.' }) by_judgment: Record<string, number>;
  @Int({ optional: true, min: 0, meaning: 'Requests to engines, where a run of alternatives says them.' })
  requests?: number;
}

export class Warning {
  @Text({ meaning: 'What is allowed but probably not meant, such as `field_not_found`; codes may be added.' })
  code: string;
  @Text({ meaning: 'JSON pointer into the request.' }) path: string;
  @Text({ meaning: 'What was seen, and what to do.' }) message: string;
}

export class Deleted {
  @Bool() deleted: boolean;
}
