import { JobModule } from '@app/boot';
import { Module } from '@nestjs/common';
import { AlternativeHandler } from './alternative/alternative.handler';
import { NamingService } from './alternative/table-state/naming.service';
import { AutomaticService } from './alternative/nightly/automatic.service';
import { NightlyAlternatives } from './alternative/nightly/nightly-alternatives';
import { RecountService } from './alternative/nightly/recount.service';
import { TuningService } from './alternative/nightly/tuning.service';
import { FreeRunWorker } from './alternative/run/free-run.worker';
import { PricingService } from './alternative/quote/pricing.service';
import { PricingWorker } from './alternative/quote/pricing.worker';
import { StateService } from './alternative/table-state/state.service';
import { TableService } from './alternative/table-state/table.service';
import { ConfirmService } from './alternative/run/confirm.service';
import { EndingService } from './alternative/run/ending.service';
import { RecordedHandler } from './alternative/run/recorded.handler';
import { RowScores } from './alternative/run/row-scores';
import { RunWorker } from './alternative/run/run.worker';
import { ScoringService } from './alternative/run/scoring.service';
import { StopService } from './alternative/run/stop.service';
import { SampleService } from './alternative/sample/sample.service';
import { SubjectService } from './alternative/subject/subject.service';
import { AttributeWorker } from './outcome/attribute/attribute.worker';
import { BindingHandler } from './outcome/binding/binding.handler';
import { BindingService } from './outcome/binding/binding.service';
import { DraftHandler } from './alternative/draft/draft.handler';
import { DraftService } from './alternative/draft/draft.service';
import { DocumentErasureHandler } from './erasure/document-erasure.handler';
import { NamespaceErasure } from './erasure/namespace-erasure';
import { EpochSources } from './epoch/epoch-sources';
import { ComputeThread } from './figure/compute.thread';
import { FitInputs } from './figure/fit/fit-inputs';
import { HistoryHandler } from './history/history.handler';
import { JudgmentHandler } from './judgment/judgment.handler';
import { JudgmentStore } from './judgment/judgment.store';
import { NamespaceGate } from './judgment/namespace-gate';
import { MarksService } from './judgment/marks.service';
import { OutcomeHandler } from './outcome/outcome.handler';
import { OutcomeService } from './outcome/outcome.service';
import { RuleService } from './outcome/rule.service';
import { AlternativesPageHandler } from './page/alternatives-page.handler';
import { PageHandler } from './page/page.handler';
import { PopulationService } from './population/population.service';
import { QueueHandler } from './queue/queue.handler';
import { QueueService } from './queue/queue.service';
import { RecommendationHandler } from './recommendation/recommendation.handler';
import { RepeatAskingService } from './repeat/repeat-asking.service';
import { RepeatQuoteService } from './repeat/repeat-quote.service';
import { RepeatRecordedHandler } from './repeat/repeat-recorded.handler';
import { RepeatResultService } from './repeat/repeat-result.service';
import { RepeatWorker } from './repeat/repeat.worker';
import { StartRepeatService } from './repeat/start-repeat.service';
import { KeptReports } from './report/kept-reports';
import { ReadLabels } from './report/read-labels';
import { ReportService } from './report/report.service';
import { ReportedLabels } from './report/reported-labels';
import { WrongLabels } from './report/wrong-labels';
import { LabelTableService } from './label-table/label-table.service';
import { SegmentService } from './segment/segment.service';
import { VerdictHandler } from './verdict/verdict.handler';
import { FitService } from './fit-run/fit.service';
import { FitWorker } from './fit-run/fit.worker';
import { NightlyFits } from './fit-run/nightly-fits';
import { RunHandler } from './fit-run/run.handler';
import { SampleDraws } from './fit-run/sample-draws';
import { WindowWorker } from './outcome/binding/window.worker';

/** Providers by subject; `layers.json` says which folder uses which. */
@Module({
  imports: [JobModule.of('calibration', { endedBy: 'worker' })],
  providers: [
    ...[JudgmentStore, JudgmentHandler, MarksService, NamespaceGate, EpochSources],
    ...[DocumentErasureHandler, NamespaceErasure, WindowWorker, FitInputs, PopulationService],
    ...[QueueService, QueueHandler, RecommendationHandler, DraftService, DraftHandler],
    ...[BindingService, BindingHandler, AttributeWorker, ComputeThread],
    ...[OutcomeService, OutcomeHandler, RuleService],
    ...[ReadLabels, WrongLabels, KeptReports, ReportService, ReportedLabels, SegmentService, LabelTableService],
    ...[VerdictHandler, HistoryHandler, PageHandler],
    ...[SampleService, SubjectService, PricingService, PricingWorker, StateService, TableService, NamingService],
    ...[
      RowScores,
      ScoringService,
      EndingService,
      ConfirmService,
      RecordedHandler,
      RunWorker,
      StopService,
      AlternativeHandler,
      AlternativesPageHandler,
    ],
    ...[RecountService, AutomaticService, TuningService, NightlyAlternatives, FreeRunWorker],
    ...[
      RepeatResultService,
      RepeatQuoteService,
      StartRepeatService,
      RepeatAskingService,
      RepeatWorker,
      RepeatRecordedHandler,
    ],
    ...[FitService, SampleDraws, NightlyFits, FitWorker, RunHandler],
  ],
})
export class AppModule {}
