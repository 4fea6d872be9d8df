/** A receiver that checks signatures, as the guide of webhooks has it. Its secret comes from the environment. */
export const verifySnippet = `import { createServer } from 'node:http';
import { verifyWebhook } from '@judgment-service/sdk/webhooks';

createServer(async (request, response) => {
  try {
    const payload = Buffer.concat(await request.toArray()); // the raw bytes are what was signed
    const event = verifyWebhook({ payload, headers: request.headers, secret: process.env.WEBHOOK_SECRET });
    console.log(event.type, event.data);
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(error.reason ? 400 : 500).end(error.reason); // anything but a 2xx is delivered again
  }
}).listen(9000);`;
