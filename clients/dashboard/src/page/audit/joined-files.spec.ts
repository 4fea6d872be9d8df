import { joinedFiles } from './joined-files';

it('keeps the names of the columns once', () => {
  expect(joinedFiles('csv', ['id,at\r\na,1\r\n', 'id,at\r\nb,"2\r\n"\r\n'])).toBe('id,at\r\na,1\r\nb,"2\r\n"\r\n');
  expect(joinedFiles('jsonl', ['{}\n', '{}\n'])).toBe('{}\n{}\n');
  expect([joinedFiles('csv', []), joinedFiles('csv', ['id\r\n'])]).toEqual(['', 'id\r\n']);
});
