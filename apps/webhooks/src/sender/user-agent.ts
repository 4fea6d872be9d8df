import { publicUrl as publicUrlSetting } from '@app/config';

interface GuideSettings {
  guideUrl: string;
  publicUrl: string;
}

/**
 * Address of this guide in the public repository; null while the project has none (docs/release.md). It does for
 * an installation that knows no address of its own.
 */
const publishedGuide: string | null = null;

/** The user-agent of a delivery: who sends it, and where its receiver reads how to check it. */
export function userAgentOf({ guideUrl, publicUrl }: GuideSettings, published = publishedGuide): string {
  const isOwnKnown = publicUrl !== publicUrlSetting.fallback;
  const served = isOwnKnown || published === null ? `${publicUrl}/docs/webhooks` : published;
  return `JudgmentService-Webhooks/1 (+${guideUrl || served})`;
}
