import { Setting } from './setting';

/**
 * Where clients reach the API: the same value for every service that writes links. A `/v1` at its end, which links add, and
 * slashes are dropped.
 */
export const publicUrl: Setting<string> = {
  env: 'PUBLIC_URL',
  meaning:
    'address at which clients reach the API, without /v1; links in mails and in events that were cut begin with it',
  fallback: 'http://127.0.0.1:8080',
  read(raw) {
    if (!/^https?:\/\//i.test(raw) || !URL.canParse(raw))
      throw new Error('must be an address such as https://judge.example.com');
    const { search, hash } = new URL(raw);
    if (search !== '' || hash !== '') throw new Error('must end with its host or a path, without ? and #');
    return raw.replace(/\/+$/, '').replace(/\/v1$/, '').replace(/\/+$/, '');
  },
};
