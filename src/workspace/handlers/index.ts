/** The workspace's table of contents: the rule of every operation on its records. */
import type { WorkspaceOperationId } from "../../schema/operations/index.ts";
import * as admission from "./admission.ts";
import * as agents from "./agents.ts";
import * as usage from "./usage.ts";
import * as skills from "./skills.ts";
import * as approvals from "./approvals.ts";
import * as calendar from "./calendar.ts";
import * as captures from "./captures.ts";
import * as chats from "./chats.ts";
import * as messages from "./messages.ts";
import type { Handler } from "../protocol/context.ts";
import * as imports from "./imports.ts";
import * as notifications from "./notifications.ts";
import * as schedules from "./schedules.ts";
import * as series from "./series.ts";
import { search } from "./search.ts";
import * as snapshot from "./snapshot.ts";
import * as captureProgress from "./capture-progress.ts";
import * as segments from "./segments.ts";
import * as todoLists from "./todo-lists.ts";
import * as todoMoves from "./todo-moves.ts";
import * as todos from "./todos.ts";
import * as todoRuns from "./runs.ts";

export const handlers = {
  listTodos: todos.listTodos,
  createTodo: todos.createTodo,
  summariseTodos: todos.summariseTodos,
  batchCreateTodos: todos.batchCreateTodos,
  getTodo: todos.getTodo,
  updateTodo: todos.updateTodo,
  deleteTodo: todos.deleteTodo,
  restoreTodo: todos.restoreTodo,
  runTodo: todoRuns.runTodo,
  listTodoRuns: todoRuns.listTodoRuns,
  listScheduledSeries: series.listScheduledSeries,
  listScheduledOccurrences: series.listScheduledOccurrences,
  retireTodoSchedule: series.retireTodoSchedule,
  previewSchedule: schedules.previewSchedule,
  getUsage: usage.getUsage,
  getCalendar: calendar.getCalendar,
  listAllOccurrences: calendar.listAllOccurrences,

  bulkUpdateTodos: todoMoves.bulkUpdateTodos,
  moveTodo: todoMoves.moveTodo,
  completeOccurrence: todoMoves.completeOccurrence,

  getSnapshot: snapshot.getSnapshot,
  search,

  getTodoAdmission: admission.getTodoAdmission,

  createImport: imports.createImport,

  listTodoLists: todoLists.listTodoLists,
  createTodoList: todoLists.createTodoList,
  getTodoList: todoLists.getTodoList,
  updateTodoList: todoLists.updateTodoList,
  deleteTodoList: todoLists.deleteTodoList,

  listChats: chats.listChats,
  createChat: chats.createChat,
  createChatWithImages: chats.createChatWithImages,
  createAttachment: messages.createAttachment,
  getChat: chats.getChat,
  updateChat: chats.updateChat,
  deleteChat: chats.deleteChat,
  restoreChat: chats.restoreChat,
  cancelChat: chats.cancelChat,
  listMessages: messages.listMessages,
  sendMessage: messages.sendMessage,
  sendMessageWithImages: messages.sendMessageWithImages,

  listAgents: agents.listAgents,
  createAgent: agents.createAgent,
  getAgent: agents.getAgent,
  updateAgent: agents.updateAgent,
  previewAgentUpdate: agents.previewAgentUpdate,
  deleteAgent: agents.deleteAgent,
  restoreAgent: agents.restoreAgent,
  getAgentSettings: agents.getAgentSettings,
  updateAgentSettings: agents.updateAgentSettings,
  setAgentPhoto: agents.setAgentPhoto,
  removeAgentPhoto: agents.removeAgentPhoto,
  listSkills: skills.listSkills,
  listAgentSkills: skills.listAgentSkills,
  createAgentSkill: skills.createAgentSkill,
  getAgentSkill: skills.getAgentSkill,
  updateAgentSkill: skills.updateAgentSkill,
  deleteAgentSkill: skills.deleteAgentSkill,

  listCaptures: captures.listCaptures,
  createCapture: captures.createCapture,
  getCapture: captures.getCapture,
  updateCapture: captures.updateCapture,
  deleteCapture: captures.deleteCapture,
  restoreCapture: captures.restoreCapture,
  stopCapture: captures.stopCapture,
  listTags: captures.listTags,

  listApprovals: approvals.listApprovals,
  getApproval: approvals.getApproval,
  decideApproval: approvals.decideApproval,
  decideManyApprovals: approvals.decideManyApprovals,

  listNotifications: notifications.listNotifications,
  readNotification: notifications.readNotification,
  readAllNotifications: notifications.readAllNotifications,
  getNotificationPreferences: notifications.getNotificationPreferences,
  updateNotificationPreferences: notifications.updateNotificationPreferences,

  listSegments: segments.listSegments,
  renameSpeaker: segments.renameSpeaker,
  exportCapture: segments.exportCapture,
  getCaptureProgress: captureProgress.getCaptureProgress,
  listSuggestions: captureProgress.listSuggestions,
  retryCapture: captureProgress.retryCapture,
} satisfies { readonly [Id in Exclude<WorkspaceOperationId, HistoryOperationId>]: Handler<Id> };

/** What is built on all of these (undo/handlers.ts). */
type HistoryOperationId = "listAgentVersions" | "listRecordChanges" | "undoRecordChanges" | "verifyAudit";
