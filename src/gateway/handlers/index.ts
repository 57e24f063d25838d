/** The gateway's table of contents: who answers what the workspaces do not. Total by type: a missing handler does not compile. */
import type { GatewayOperationId } from "../../schema/operations/index.ts";
import type { GatewayHandler } from "../exchange.ts";
import { createCalendarLink, listCalendarLinks, removeCalendarLink } from "./calendar-links.ts";
import { createApiKey, getApiKey, listApiKeys, listScopes, revokeApiKey } from "./keys.ts";
import { listConnectedApps, revokeConnectedApp } from "./connected-apps.ts";
import {
  acceptInvitation,
  createInvitation,
  listInvitations,
  showInvitation,
  withdrawInvitation,
} from "./invitations.ts";
import { listMembers, removeMember, updateMember } from "./members.ts";
import { getMinutes } from "./minutes.ts";
import {
  getAppOpenApiSpecification,
  getCapabilities,
  getIdentity,
  getOpenApiSpecification,
  getServiceInfo,
} from "./meta.ts";
import { findModels, getModel, listAgentModels, listProviderModels, testModel, updateModel } from "./model.ts";
import { findSpeech, getSpeech, testSpeech, updateSpeech } from "./speech.ts";
import {
  createMcpServer,
  deleteMcpServer,
  getOutsideTools,
  listMcpServers,
  updateMcpServer,
  updateOutsideTools,
} from "./outside.ts";
import {
  beginSecondFactor,
  changePassword,
  completeSetup,
  confirmPasswordReset,
  confirmSecondFactor,
  createPasswordReset,
  createSession,
  endOtherSession,
  endSession,
  getSecondFactor,
  getSession,
  linkProviderIdentity,
  listProviderIdentities,
  listSessions,
  removeSecondFactor,
  unlinkProviderIdentity,
  updateProfile,
} from "./sessions.ts";
import { createPushSubscription, getPushKey, removePushSubscription } from "./push.ts";
import { createWorkspace, listWorkspaces, renameWorkspace } from "./workspaces.ts";

export const gatewayHandlers = {
  getServiceInfo,
  getOpenApiSpecification,
  getAppOpenApiSpecification,
  getIdentity,
  listScopes,
  listApiKeys,
  createApiKey,
  getApiKey,
  revokeApiKey,
  listConnectedApps,
  revokeConnectedApp,
  createCalendarLink,
  listCalendarLinks,
  removeCalendarLink,
  getPushKey,
  createPushSubscription,
  removePushSubscription,
  getCapabilities,
  getModel,
  updateModel,
  findModels,
  listAgentModels,
  listProviderModels,
  testModel,
  getSpeech,
  updateSpeech,
  findSpeech,
  testSpeech,
  createSession,
  getSession,
  endSession,
  listSessions,
  endOtherSession,
  completeSetup,
  changePassword,
  updateProfile,
  createPasswordReset,
  confirmPasswordReset,
  getSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  listProviderIdentities,
  linkProviderIdentity,
  unlinkProviderIdentity,
  listWorkspaces,
  createWorkspace,
  renameWorkspace,
  listMembers,
  updateMember,
  removeMember,
  createInvitation,
  listInvitations,
  withdrawInvitation,
  showInvitation,
  acceptInvitation,
  getMinutes,
  listMcpServers,
  createMcpServer,
  updateMcpServer,
  deleteMcpServer,
  getOutsideTools,
  updateOutsideTools,
} satisfies { [Id in GatewayOperationId]: GatewayHandler<Id> };
