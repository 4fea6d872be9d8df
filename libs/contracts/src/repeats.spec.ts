import { declaredMessages } from './catalogue';
import { mayRepeat } from './repeats';

it('requests that change something are not sent again by themselves, save those that change nothing twice', () => {
  const requests = [...declaredMessages().values()].filter(({ kind }) => kind === 'request');
  const words =
    /^(.*\.)?(write|create|change|activate|detach|delete|put|start|stop|post|retract|run|name|remove|make|store|erase|open|extend|close|borrow|suggest|recover|redeliver|rotate-secret|test|cancel|try|judge|reserve|release)$/;
  const changing = requests.filter(
    ({ subject }) => words.test(subject.replace(/\.v\d+$/, '')) || /ask\./.test(subject),
  );
  const repeated = [
    'billing.spend.release.v1',
    'billing.spend.reserve.v1',
    'documents.document.judge.v1',
    'documents.namespace.make.v1',
    'judgments.judge.v1',
  ];
  const subjects = (all: typeof requests) => all.map(({ subject }) => subject).sort();
  expect(subjects(changing.filter(mayRepeat))).toEqual(repeated);
  expect(subjects(requests.filter((one) => !mayRepeat(one)))).toEqual(
    subjects(changing.filter(({ subject }) => !repeated.includes(subject))),
  );
});
