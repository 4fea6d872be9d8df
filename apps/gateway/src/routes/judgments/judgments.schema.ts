import { ListQuery } from '@app/contracts';

export class VersionsQuery extends ListQuery {}
