import { JobModule } from '@app/boot';
import { Module } from '@nestjs/common';
import { BindingHandler } from './binding/binding.handler';
import { BindingService } from './binding/binding.service';
import { BindingStore } from './binding/binding.store';
import { FitService } from './fit/fit.service';
import { FitStore } from './fit/fit.store';
import { FitThread } from './fit/fit.thread';
import { FitWorker } from './fit/fit.worker';
import { Night } from './fit/night.service';
import { NightStore } from './fit/night.store';
import { RunHandler } from './fit/run.handler';
import { SurroundingsService } from './fit/surroundings.service';
import { JudgmentHandler } from './judgment/judgment.handler';
import { JudgmentStore } from './judgment/judgment.store';
import { OutcomeHandler } from './outcome/outcome.handler';
import { OutcomeService } from './outcome/outcome.service';
import { OutcomeStore } from './outcome/outcome.store';
import { RuleService } from './outcome/rule.service';
import { LabelLoader } from './report/label.loader';
import { LabelStore } from './report/label.store';
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
  imports: [JobModule.of('calibration', { endedBy: 'worker' })],
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
  ],
})
export class AppModule {}
