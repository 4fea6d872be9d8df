import { Module } from '@nestjs/common';
import { BindingHandler } from './binding/binding.handler';
import { BindingService } from './binding/binding.service';
import { BindingStore } from './binding/binding.store';
import { JobHandler } from './job/job.handler';
import { JudgmentHandler } from './judgment/judgment.handler';
import { JudgmentStore } from './judgment/judgment.store';
import { OutcomeHandler } from './outcome/outcome.handler';
import { OutcomeService } from './outcome/outcome.service';
import { OutcomeStore } from './outcome/outcome.store';
import { ReportHandler } from './report/report.handler';
import { ReportStore } from './report/report.store';

@Module({
  providers: [
    JudgmentStore,
    JudgmentHandler,
    OutcomeStore,
    OutcomeService,
    OutcomeHandler,
    BindingStore,
    BindingService,
    BindingHandler,
    ReportStore,
    ReportHandler,
    JobHandler,
  ],
})
export class AppModule {}
