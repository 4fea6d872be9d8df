import { Bool, Int, Nested, OneOf, Text } from '../field';
import { request } from '../message';
import { Deleted } from '../shared';

/** Media types of images that the service stores. It reads the type from the bytes. */
export const imageMediaTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export type ImageMediaType = (typeof imageMediaTypes)[number];
/** Largest size of an image in bytes, after decoding base64 (docs/contract.md#13-limits). */
export const maxImageBytes = 5 * 1024 * 1024;
export const imageIdPattern = /^img_[0-9a-f]{64}$/;

export class ImageBody {
  @Text({ min: 1, meaning: 'The image in base64: PNG, JPEG, WebP or GIF, at most 5 MiB decoded.' }) data: string;
}

export class ImageView {
  @Text({ meaning: 'Image id: `img_` and the SHA-256 of the bytes.' }) id: string;
  @OneOf(imageMediaTypes) media_type: ImageMediaType;
  @Int({ min: 1, meaning: 'Size of the image in bytes.' }) bytes: number;
  @Int({ min: 1, meaning: 'Width in pixels, as displayed.' }) width: number;
  @Int({ min: 1, meaning: 'Height in pixels, as displayed.' }) height: number;
  @Text({ optional: true, meaning: 'The bytes in base64; present with `include=data`.' }) data?: string;
}

export class StoreImage {
  @Text() namespace: string;
  @Nested(() => ImageBody) image: ImageBody;
}
export class ReadImage {
  @Text() namespace: string;
  @Text() id: string;
  @Bool({ meaning: 'Whether the reply contains the bytes.' }) data: boolean;
}
export class EraseImage {
  @Text() namespace: string;
  @Text() id: string;
}

const ofGateway = { from: ['gateway'], to: 'documents' } as const;
/** Images are large, so a process decodes and holds only a few at once. */
const maxConcurrent = 16;

export const storeImage = request({
  ...ofGateway,
  subject: 'documents.image.store.v1',
  why: 'Stores an image under an id made of its bytes, after decoding it as a check.',
  query: StoreImage,
  reply: ImageView,
  maxConcurrent,
});
export const readImage = request({
  ...ofGateway,
  subject: 'documents.image.read.v1',
  why: 'Reads the properties of a stored image, and its bytes on request.',
  query: ReadImage,
  reply: ImageView,
  maxConcurrent,
});
export const eraseImage = request({
  ...ofGateway,
  subject: 'documents.image.erase.v1',
  why: 'Erases the bytes of an image and removes it from the documents that name it.',
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
  @Text({ meaning: 'The bytes in base64.' }) data: string;
}
export const fetchImage = request({
  subject: 'documents.image.fetch.v1',
  why: 'Reads the bytes of one image for an engine. One image a request, since sixteen would exceed the payload limit.',
  from: ['engine-broker'],
  to: 'documents',
  query: FetchImage,
  reply: FetchedImage,
  nonCalling: true,
  maxConcurrent,
});
