import { Module } from '@nestjs/common';
import { BindingHandler } from './binding/binding.handler';
import { BindingService } from './binding/binding.service';
import { BindingStore } from './binding/binding.store';
import { FitService } from './run/fit.service';
import { FitStore } from './fit/fit.store';
import { FitThread } from './figure/compute.thread';
import { FitWorker } from './run/fit.worker';
import { Night } from './run/nightly-fits.service';
import { NightStore } from './run/nightly-fits.store';
import { RunHandler } from './run/run.handler';
import { SurroundingsService } from './fit/fit-inputs.service';
import { JobHandler } from './job/job.handler';
import { JudgmentHandler } from './judgment/judgment.handler';
import { JudgmentStore } from './judgment/judgment.store';
import { OutcomeHandler } from './outcome/outcome.handler';
import { OutcomeService } from './outcome/outcome.service';
import { OutcomeStore } from './outcome/outcome.store';
import { RuleService } from './outcome/rule.service';
import { LabelLoader } from './label/label.loader';
import { LabelStore } from './label/label.store';
import { ReportHandler } from './report/report.handler';
import { ReportService } from './report/report.service';
import { PageHandler } from './page/page.handler';
import { QueueHandler } from './queue/queue.handler';
import { QueueService } from './queue/queue.service';
import { QueueStore } from './queue/queue.store';
import { RecommendationHandler } from './recommendation/recommendation.handler';
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
    PageHandler,
    QueueStore,
    QueueService,
    QueueHandler,
    RecommendationHandler,
    WindowWorker,
    BindingStore,
    BindingService,
    BindingHandler,
    LabelStore,
    LabelLoader,
    FitStore,
    FitThread,
    SurroundingsService,
    FitService,
    NightStore,
    Night,
    FitWorker,
    RunHandler,
    ReportService,
    ReportHandler,
    JobHandler,
  ],
})
export class AppModule {}
