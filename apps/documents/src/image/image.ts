import type { ImageMediaType, ImageView } from '@app/contracts/documents';
import { createHash } from 'node:crypto';

/** A stored image, without its bytes. */
export interface ImageRow {
  id: string;
  media_type: ImageMediaType;
  bytes: number;
  width: number;
  height: number;
  erased: boolean;
}

/** The id is a hash of the bytes, so that equal bytes have one id, whichever client sends them. */
export function imageIdOf(bytes: Buffer): string {
  return `img_${createHash('sha256').update(bytes).digest('hex')}`;
}

export function toView({ id, media_type, bytes, width, height }: ImageRow, data?: Buffer): ImageView {
  const view = { id, media_type, bytes, width, height };
  return data === undefined ? view : { ...view, data: data.toString('base64') };
}
