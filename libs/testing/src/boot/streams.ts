import { Running } from '@app/boot';
import { ensureStream } from '@app/bus/testing';
import { streams } from '@app/contracts/catalogue';

/** Makes the streams that other services own, so that a spec may publish in their name. */
export async function ensureStreams({ platform }: Pick<Running, 'platform'>): Promise<void> {
  for (const stream of streams()) await ensureStream(platform.bus.connection.jsm, stream);
}
