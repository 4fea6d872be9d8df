import { ListQuery } from '@app/contracts';

export class SubscriptionsQuery extends ListQuery {}
