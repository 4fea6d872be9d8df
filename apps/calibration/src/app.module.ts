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
import { RuleService } from './outcome/rule.service';
import { ReportHandler } from './report/report.handler';
import { ReportStore } from './report/report.store';
import { WindowStore } from './window/window.store';
import { WindowWorker } from './window/window.worker';

@Module({
  providers: [
    JudgmentStore,
    JudgmentHandler,
    OutcomeStore,
    OutcomeService,
    OutcomeHandler,
    RuleService,
    WindowStore,
    WindowWorker,
    BindingStore,
    BindingService,
    BindingHandler,
    ReportStore,
    ReportHandler,
    JobHandler,
  ],
})
export class AppModule {}
