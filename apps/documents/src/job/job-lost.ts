/** The job has ended otherwise, or another process has it: what was under way is rolled back. */
export class JobLost extends Error {
  constructor() {
    super('the job has ended, or another process has it');
  }
}
