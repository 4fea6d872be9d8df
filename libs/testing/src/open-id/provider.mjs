// A real OpenID Connect provider in a process of its own, for specs: `node provider.mjs SETTINGS`, where SETTINGS is JSON
// {client: {id, secret, redirectUri}, people: {subject: claims}, host, habits}. It writes its issuer to standard output.
import { Buffer } from 'node:buffer';
import { createServer } from 'node:http';
import { URLSearchParams } from 'node:url';
import Provider from 'oidc-provider';

const { client, people, host = '127.0.0.1', habits = [] } = JSON.parse(process.argv[2]);
const base = habits.includes('shared') ? '/common' : '';
const server = createServer().listen(0, host, () => {
  const issuer = `http://${host}:${server.address().port}${base}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [client.redirectUri] }],
    claims: {
      openid: ['sub'],
      email: habits.includes('silent') ? ['email'] : ['email', 'email_verified'],
      profile: ['name', 'groups'],
    },
    conformIdTokenClaims: habits.includes('thin'),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a key of a spec'] },
    findAccount: (_context, id) => people[id] && { accountId: id, claims: () => ({ sub: id, ...people[id] }) },
    // The specs ask nobody for consent.
    loadExistingGrant: async (context) => {
      const { Grant } = context.oidc.provider;
      const grant = new Grant({ clientId: context.oidc.client.clientId, accountId: context.oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  server.on('request', async (request, response) => {
    const url = new URL(request.url, issuer);
    const parts = [];
    if (url.pathname.startsWith('/interaction/') || url.pathname.startsWith('/people/'))
      for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts).toString();
    if (url.pathname.startsWith('/people/')) {
      people[url.pathname.slice('/people/'.length)] = JSON.parse(body);
      response.end('{}');
    } else if (url.pathname.startsWith('/interaction/') && request.method === 'POST') {
      const accountId = new URLSearchParams(body).get('person');
      await provider.interactionFinished(request, response, { login: { accountId } });
    } else if (url.pathname.startsWith('/interaction/')) {
      response.setHeader('content-type', 'text/html');
      response.end('<form method="post"><label>Person <input name="person"></label><button>Continue</button></form>');
    } else {
      // The library reads from `originalUrl` below which path it is.
      request.originalUrl = request.url;
      if (url.pathname.startsWith(`${base}/`)) request.url = request.url.slice(base.length);
      callback(request, response);
    }
  });
  process.stdout.write(`${issuer}\n`);
});
process.on('disconnect', () => process.exit(0));
