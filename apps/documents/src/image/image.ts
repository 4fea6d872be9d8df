import { ImageView, ImageMediaType } from '@app/contracts';
import { createHash } from 'node:crypto';

/** A stored picture, without its bytes. */
export interface ImageRow {
  id: string;
  media_type: ImageMediaType;
  bytes: number;
  width: number;
  height: number;
  erased: boolean;
}

/** The same bytes have the same id, from any client and however often. */
export function imageIdOf(bytes: Buffer): string {
  return `img_${createHash('sha256').update(bytes).digest('hex')}`;
}

export function toView({ id, media_type, bytes, width, height }: ImageRow, data?: Buffer): ImageView {
  const view = { id, media_type, bytes, width, height };
  return data === undefined ? view : { ...view, data: data.toString('base64') };
}
