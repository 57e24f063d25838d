/** The names of closed sets of values in the OpenAPI documents. */
import * as access from "./access.ts";
import { todoAdmission } from "./admission.ts";
import * as app from "./app.ts";
import { changeClasses } from "./operation.ts";
import * as calendar from "./calendar.ts";
import * as capture from "./capture.ts";
import * as chat from "./chat.ts";
import { errorCodes, errorTypes } from "./error-body.ts";
import { importedListResult, importResult, importSkipCode } from "./import.ts";
import { mcpServer, webFetch } from "./outside.ts";
import * as model from "./model-settings.ts";
import * as notification from "./notification.ts";
import { locale, theme } from "./personal-settings.ts";
import { searchKinds } from "./search.ts";
import * as segment from "./segment.ts";
import * as schedule from "./schedule.ts";
import * as todoMoves from "./todo-moves.ts";
import * as todo from "./todo.ts";

/** A set goes by its values: the same values anywhere are the same name. */
export const enums: Readonly<Record<string, readonly string[]>> = {
  ErrorType: errorTypes,
  Locale: locale.options,
  Theme: theme.options,
  ErrorCode: errorCodes,
  Scope: access.scope.options,
  ScopeAccess: ["read", "write"],
  CredentialType: access.identity.entries.credential.entries.type.options,
  SegmentOrigin: segment.segment.entries.origin.options,
  CapturePhase: segment.captureProgress.entries.phase.options,
  SuggestionStatus: segment.suggestion.entries.status.options,
  EvidencePart: segment.suggestion.entries.evidence.entries.part.options,
  ExportFormat: segment.exportFormat.options,
  TodoStatus: todo.todoStatus.options,
  TodoStatusFilter: ["ready", "in_progress", "done", "active"],
  TodoPriority: todo.todoPriority.options,
  TodoPriorityFilter: ["urgent", "high", "medium", "low", "none"],
  TodoType: todo.todoType.options,
  TodoSource: todo.todo.entries.source.wrapped.options,
  TodoBulkResult: todoMoves.todoBulkOutcome.entries.outcome.options,
  TodoSort: ["createdAt", "updatedAt", "dueDate", "priority"],
  SortOrder: ["asc", "desc"],
  AssigneeType: todo.todoAssignee.entries.type.options,
  ModelSource: model.modelSettings.entries.source.options,
  ModelServerProvider: model.modelsAsked.pipe[0].entries.provider.options,
  ListingProblem: model.providerModels.entries.problem.pipe[0].wrapped.options,
  ModelProvider: model.modelSettings.entries.provider.options,
  SpeechSource: model.speechSettings.entries.source.pipe[0].options,
  SpeechProvider: model.speechSettings.entries.provider.pipe[0].options,
  SpeechProblem: model.speechTest.entries.problem.pipe[0].wrapped.options,
  CalendarEntryKind: calendar.calendarEntry.entries.kind.options,
  CalendarEntryStatus: calendar.calendarEntry.entries.status.options,
  RunStatus: todo.todoRun.entries.status.options,
  RunStopReason: todo.todoRun.entries.stopReason.wrapped.options,
  Confidence: ["low", "medium", "high"],
  NotificationStatus: todo.todo.entries.lastNotificationStatus.wrapped.options,
  ScheduleType: schedule.scheduleType.options,
  ScheduleStatus: schedule.scheduleStatus.options,
  ScheduleErrorCode: schedule.scheduleError.entries.code.options,
  RetirementRunPolicy: schedule.retirementRunPolicy.options,
  OverlapPolicy: schedule.scheduledSeries.entries.overlapPolicy.options,
  CatchUpPolicy: schedule.scheduledSeries.entries.catchUpPolicy.options,
  SeriesStatus: schedule.scheduledSeries.entries.status.options,
  SeriesView: ["scheduled", "paused", "attention", "history"],
  OccurrenceStatus: schedule.scheduledOccurrence.entries.status.options,
  OccurrenceWait: calendar.calendarEntry.entries.waitedFor.pipe[0].wrapped.options,
  OccurrenceReason: schedule.scheduledOccurrence.entries.reason.wrapped.options,
  ChatStatus: chat.chatStatus.options,
  MessageRole: chat.chatMessage.entries.role.options,
  ImageType: chat.attachedImage.entries.contentType.options,
  Weekday: ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
  AgentClearField: ["description", "instructions", "approvalGuidance", "workingHours"],
  AgentSkillClearField: ["instructions"],
  CaptureType: ["note", "recording"],
  CaptureStatus: capture.captureLight.entries.status.options,
  RecordingSource: ["microphone", "meeting", "upload"],
  SearchKind: searchKinds,
  WorkspaceRole: app.role.options,
  ModelKind: app.capabilities.entries.model.entries.kind.pipe[0].options,
  ChangeClass: changeClasses,
  McpServerStatus: mcpServer.entries.status.pipe[0].options,
  Author: ["person", "agent", "outside"],
  WebFetch: webFetch.pipe[0].options,
  ApprovalStatus: app.approvalStatus.options,
  ApprovalRecordKind: app.approval.entries.record.pipe[0].wrapped.entries.kind.options,
  ApprovalVerdict: ["approve", "edit", "reject", "respond"],
  ApprovalMemory: ["none", "chat"],
  AdmissionStarter: todoAdmission.entries.startedBy.options,
  ImportResult: importResult.options,
  ImportedListResult: importedListResult.options,
  ImportSkipCode: importSkipCode.options,
  NotificationKind: notification.notificationKind.options,
  ActorType: ["user", "agent", "service"],
  RecordKind: ["todo", "todo_list", "chat", "agent", "agent_skill", "capture", "todo_run"],
  RecordOp: ["created", "updated", "archived", "restored", "erased"],
  UndoState: ["possible", "done", "changed_since", "erased", "final"],
  UndoReason: ["done", "changed_since", "erased", "final", "refused", "missing_scope"],
  OnConflict: ["refuse", "skip"],
};
