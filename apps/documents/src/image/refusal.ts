import { Problem } from '@app/problem';

export function noImage(id: string): Problem {
  return new Problem('not_found', `There is no image \`${id}\`; upload it first.`);
}

export function imageErased(id: string): Problem {
  return new Problem('image_erased', `The image \`${id}\` was erased; upload it again to have it back.`);
}
