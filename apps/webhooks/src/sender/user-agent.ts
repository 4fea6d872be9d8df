interface GuideSettings {
  guideUrl: string;
  publicUrl: string;
}

/** The user-agent of a delivery: who sends it, and where its receiver reads how to check it. */
export function userAgentOf({ guideUrl, publicUrl }: GuideSettings): string {
  return `JudgmentService-Webhooks/1 (+${guideUrl || `${publicUrl}/docs`})`;
}
