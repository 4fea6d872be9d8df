import { notify, showNotices, type Notice } from './notice';

it('keeps what is said while nothing shows notices, and shows it once, in order [DASH-06]', () => {
  const shown: string[] = [];
  const show = ({ message }: Notice) => void shown.push(message);
  notify({ message: 'Saved' });
  notify({ message: 'Sent' });
  const end = showNotices(show);
  notify({ message: 'Archived' });
  end();
  notify({ message: 'Redelivered' });
  expect(shown).toEqual(['Saved', 'Sent', 'Archived']);
  showNotices(show)();
  expect(shown).toEqual(['Saved', 'Sent', 'Archived', 'Redelivered']);
});
