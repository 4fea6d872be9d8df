import { JsonObject, ListOf, Stamp, Text } from '../field';

export class EventView {
  @Text({ pattern: /^evt_/ }) id: string;
  @Text({ named: 'EventType' }) type: string;
  @Stamp() timestamp: string;
  @JsonObject({ named: 'EventData' }) data: object;
}

export class EventList {
  @ListOf(() => EventView) events: EventView[];
  @Text({ nullable: true }) next_cursor: string | null;
}
