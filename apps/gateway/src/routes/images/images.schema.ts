import { OneOf } from '@app/contracts';

export class ReadImageQuery {
  @OneOf(['data'], { optional: true, meaning: '`data` adds the base64 of the bytes.' }) include?: 'data';
}
