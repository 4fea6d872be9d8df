import { OneOf } from '@app/contracts';

export class ReadImageQuery {
  @OneOf(['data'], { optional: true, meaning: '`data` adds the bytes in base64.' }) include?: 'data';
}
