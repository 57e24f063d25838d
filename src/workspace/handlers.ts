/** The workspace's table of contents: the rule of every operation that lives in a workspace. */
import type { WorkspaceOperationId } from "../schema/operations/index.ts";
import * as admission from "./admission/handlers.ts";
import * as agents from "./agents/handlers.ts";
import * as skills from "./agents/skill-handlers.ts";
import * as approvals from "./approvals/handlers.ts";
import * as captures from "./captures/handlers.ts";
import * as chats from "./chats/handlers.ts";
import * as messages from "./chats/message-handlers.ts";
import type { Handler } from "./context.ts";
import * as imports from "./imports/handlers.ts";
import * as notifications from "./notifications/handlers.ts";
import * as series from "./series/handlers.ts";
import * as segments from "./segments/handlers.ts";
import * as todoLists from "./todo-lists/handlers.ts";
import * as todos from "./todos/handlers.ts";
import * as todoRuns from "./todos/run-handlers.ts";

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

  getTodoAdmission: admission.getTodoAdmission,

  createImport: imports.createImport,

  listTodoLists: todoLists.listTodoLists,
  createTodoList: todoLists.createTodoList,
  getTodoList: todoLists.getTodoList,
  updateTodoList: todoLists.updateTodoList,
  deleteTodoList: todoLists.deleteTodoList,

  listChats: chats.listChats,
  createChat: chats.createChat,
  getChat: chats.getChat,
  updateChat: chats.updateChat,
  deleteChat: chats.deleteChat,
  restoreChat: chats.restoreChat,
  cancelChat: chats.cancelChat,
  listMessages: messages.listMessages,
  sendMessage: messages.sendMessage,

  listAgents: agents.listAgents,
  createAgent: agents.createAgent,
  getAgent: agents.getAgent,
  updateAgent: agents.updateAgent,
  previewAgentUpdate: agents.previewAgentUpdate,
  deleteAgent: agents.deleteAgent,
  restoreAgent: agents.restoreAgent,
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

  listNotifications: notifications.listNotifications,
  readNotification: notifications.readNotification,
  readAllNotifications: notifications.readAllNotifications,
  getNotificationPreferences: notifications.getNotificationPreferences,
  updateNotificationPreferences: notifications.updateNotificationPreferences,

  listSegments: segments.listSegments,
  renameSpeaker: segments.renameSpeaker,
  exportCapture: segments.exportCapture,
  getCaptureProgress: segments.getCaptureProgress,
  listSuggestions: segments.listSuggestions,
  retryCapture: segments.retryCapture,
} satisfies { readonly [Id in WorkspaceOperationId]: Handler<Id> };
