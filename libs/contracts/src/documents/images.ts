import { Bool, Int, Nested, OneOf, Text } from '../field';
import { request } from '../message';
import { Deleted } from '../views';

/** Kinds of pictures that are stored, told from their bytes. */
export const imageMediaTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export type ImageMediaType = (typeof imageMediaTypes)[number];
/** Most bytes of one image, once its base64 is read (docs/contract.md#13-limits). */
export const maxImageBytes = 5 * 1024 * 1024;
export const imageIdPattern = /^img_[0-9a-f]{64}$/;

export class ImageBody {
  @Text({ min: 1, meaning: 'The picture in base64: PNG, JPEG, WebP or GIF, at most 5 MiB of bytes.' }) data: string;
}

export class ImageView {
  @Text({ meaning: '`img_` and the SHA-256 of the bytes.' }) id: string;
  @OneOf(imageMediaTypes) media_type: ImageMediaType;
  @Int({ min: 1, meaning: 'Size of the picture in bytes.' }) bytes: number;
  @Int({ min: 1, meaning: 'Pixels, as shown.' }) width: number;
  @Int({ min: 1, meaning: 'Pixels, as shown.' }) height: number;
  @Text({ optional: true, meaning: 'Base64 of the bytes, with `include=data`.' }) data?: string;
}

export class StoreImage {
  @Text() namespace: string;
  @Nested(() => ImageBody) image: ImageBody;
}
export class ReadImage {
  @Text() namespace: string;
  @Text() id: string;
  @Bool({ meaning: 'Whether the bytes are wanted too.' }) data: boolean;
}
export class EraseImage {
  @Text() namespace: string;
  @Text() id: string;
}

const ofGateway = { from: ['gateway'], to: 'documents' } as const;
/** Pictures are large: a few at once are all that a process decodes and holds. */
const maxConcurrent = 16;

export const storeImage = request({
  ...ofGateway,
  subject: 'documents.image.store.v1',
  why: 'Stores a picture that decodes, under an id made of its bytes.',
  query: StoreImage,
  reply: ImageView,
  maxConcurrent,
});
export const readImage = request({
  ...ofGateway,
  subject: 'documents.image.read.v1',
  why: 'What a stored picture is, with its bytes where they are asked for.',
  query: ReadImage,
  reply: ImageView,
  maxConcurrent,
});
export const eraseImage = request({
  ...ofGateway,
  subject: 'documents.image.erase.v1',
  why: 'Erases the bytes of a picture and takes it off the documents that name it.',
  query: EraseImage,
  reply: Deleted,
});

export class FetchImage {
  @Text() organization: string;
  @Text() namespace: string;
  @Text() id: string;
}
export class FetchedImage {
  @OneOf(imageMediaTypes) media_type: ImageMediaType;
  @Text({ meaning: 'Base64.' }) data: string;
}
export const fetchImage = request({
  subject: 'documents.image.fetch.v1',
  why: 'The bytes of one picture that an engine is to read; one a request, since sixteen would pass the payload limit.',
  from: ['engine-broker'],
  to: 'documents',
  query: FetchImage,
  reply: FetchedImage,
  nonCalling: true,
  maxConcurrent,
});
