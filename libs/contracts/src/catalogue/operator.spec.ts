import './index';
import { RequestMessage } from '../message';
import { declaredMessages } from './declared';
import { operatorPermissions, operatorUser } from './operator';
import { permissionsOf } from './permissions';
import { mayRepeat } from '../repeats';
import { answerPath } from '../process-state';

const { publish, subscribe } = operatorPermissions();
const asked = [...declaredMessages().values()]
  .filter((message): message is RequestMessage => message.kind === 'request')
  .filter(({ from }) => from.includes(operatorUser));

describe('the bus user of the operator', () => {
  it('sends requests that only read, and hears nothing but its own inbox [O-STALE]', () => {
    expect(asked.map(({ to }) => to)).toEqual(expect.arrayContaining([...answerPath]));
    expect(asked.filter((message) => !mayRepeat(message))).toEqual([]);
    expect(subscribe).toEqual(['_INBOX_operator.>']);
    const requests = publish.filter((subject) => !/^(\$JS|_INBOX)/.test(subject));
    expect(requests).toEqual(asked.map(({ subject }) => subject).sort());
  });

  it('looks at durables, and takes, acknowledges and publishes no fact [O-STALE]', () => {
    const ofStreams = publish.filter((subject) => subject.startsWith('$JS'));
    expect(ofStreams).toContain('$JS.API.CONSUMER.INFO.documents.judgments--documents-document-changed-live-v1');
    expect(ofStreams.filter((subject) => !/^\$JS\.API\.(INFO|CONSUMER\.INFO\.[\w-]+\.[\w-]+)$/.test(subject))).toEqual(
      [],
    );
  });

  it('is answered by services in an inbox in which each alone may publish [O-STALE]', () => {
    expect(permissionsOf('judgments').publish).toContain('_INBOX_operator.replies.judgments.*.*');
    expect(permissionsOf('billing').publish).not.toContain('_INBOX_operator.replies.judgments.*.*');
    expect(publish).toContain('_INBOX_judgments.credits.operator.*');
  });
});
