/** Recommended rows that we answer otherwise, each with why; they must still be refused or harmless. */
export const departures: Record<string, string> = {
  'bad-297':
    'double slashes are valid parts of a name (docs/contract.md#bodies-ids-and-paths), so such a prefix is one too',
  'bad-378': 'an unknown route is answered before its body is read; the connection is closed and nothing is taken',
  'bad-380': 'an unknown route is answered before its body is read; the connection is closed and nothing is taken',
  'bad-385': 'a head that is too large is answered 400 in the error envelope, whose codes know no 431',
};
