import { ListQuery } from '@app/contracts';

export class EndpointsQuery extends ListQuery {}
