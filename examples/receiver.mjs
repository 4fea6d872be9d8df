// A webhook receiver: node examples/receiver.mjs whsec_... [port]. Checks signatures by the Standard Webhooks rules.
// On purpose without the SDK: one file to copy, in a language to translate from. Its spec holds both to one verdict.
import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
const [secret, port = '9000'] = process.argv.slice(2);
const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()); // the raw bytes: parsing first would change what was signed
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' } = request.headers;
  const expected = createHmac('sha256', key).update(`${id}.${at}.`).update(body).digest();
  const matches = (entry) => entry.startsWith('v1,') && safeEqual(Buffer.from(entry.slice(3), 'base64'), expected);
  const valid =
    id &&
    /^\d+$/.test(at ?? '') &&
    Math.abs(Date.now() / 1000 - Number(at)) <= 300 &&
    signatures.split(' ').some(matches);
  if (valid) console.log(id, JSON.parse(body.toString()).type);
  response.writeHead(valid ? 204 : 400).end();
}).listen(Number(port), () => console.log(`receiving on port ${port}`));
const safeEqual = (a, b) => a.length === b.length && timingSafeEqual(a, b);
