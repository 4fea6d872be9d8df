/**
 * The page while the dashboard is built. It loads itself again: the part of an address behind `#`, which signs people in,
 * stays as it is and reaches no log.
 * @param nonce of this reply
 */
export function awaitedPage(nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Judgment Service</title>
<link rel="icon" href="data:,">
</head>
<body>
<h1>The dashboard is being built</h1>
<p>The service answers already. This page shows the dashboard as soon as it stands, in a few seconds.</p>
<script nonce="${nonce}">setTimeout(() => location.reload(), 1000)</script>
</body>
</html>
`;
}
