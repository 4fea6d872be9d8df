import { LogRow, toView } from './log-entry';

const row: LogRow = {
  id: 'dlv_1',
  event_id: 'evt_1',
  type: 'webhook.test',
  test: true,
  status: 'pending',
  attempts: 1,
  next_at: null,
  attempted_at: new Date(0),
  status_code: null,
  latency_ms: 3,
  error: 'dns',
  response: '',
  created_at: new Date(0),
  created_us: '0',
};

describe('the log of a delivery', () => {
  it('shows no response where none came [defect E-L23]', () => {
    expect(toView(row)).toMatchObject({ error: 'dns', status_code: null, response: null });
  });

  it('shows the empty response that came', () => {
    expect(toView({ ...row, error: 'http_status', status_code: 500 })).toMatchObject({
      status_code: 500,
      response: '',
    });
  });
});
