import { Turn } from './turn';

describe('Turn', () => {
  it('is over after some milliseconds of work, and others run before the next begins', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(1000);
    try {
      const turn = new Turn();
      now.mockReturnValue(1010);
      expect(turn.isOver).toBe(false);
      now.mockReturnValue(1011);
      expect(turn.isOver).toBe(true);
      const order: string[] = [];
      setImmediate(() => order.push('other'));
      await turn.next();
      expect([...order, turn.isOver]).toEqual(['other', false]);
    } finally {
      now.mockRestore();
    }
  });
});
