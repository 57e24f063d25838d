/** Invitations into a workspace; part of the app interface. */
import {
  invitationAccept,
  invitationAccepted,
  invitationCreate,
  invitationCreated,
  invitationLook,
  invitationPage,
  invitationRemoved,
  invitationShown,
} from "../app.ts";
import { nothing } from "../common.ts";
import { operation } from "../operation.ts";

const owners = { auth: "session", home: "gateway", query: nothing, tag: "Workspaces" } as const;
const anybody = { auth: "none", home: "gateway", query: nothing, tag: "Workspaces" } as const;

export const invitationOperations = [
  operation({
    ...owners,
    id: "createInvitation",
    method: "POST",
    path: "/workspaces/{workspaceId}/invitations",
    summary: "Invite somebody into a workspace",
    description:
      "Owners may. Answers a link that works once, for 72 hours and as long as who invited is an owner: hand it to the person. A new invitation to the same address ends the earlier one.",
    body: invitationCreate,
    errors: ["workspace_access_denied", "resource_conflict"],
    success: { status: 201, schema: invitationCreated },
    creates: true,
    sensitive: true,
  }),
  operation({
    ...owners,
    id: "listInvitations",
    method: "GET",
    path: "/workspaces/{workspaceId}/invitations",
    summary: "List the open invitations of a workspace",
    description: "Owners may. One page with all of them, newest first.",
    body: null,
    errors: ["workspace_access_denied"],
    success: { status: 200, schema: invitationPage },
  }),
  operation({
    ...owners,
    id: "withdrawInvitation",
    method: "DELETE",
    path: "/workspaces/{workspaceId}/invitations/{invitationId}",
    summary: "Withdraw an invitation",
    description: "Owners may. Its link stops working at once.",
    body: null,
    errors: ["workspace_access_denied"],
    success: { status: 200, schema: invitationRemoved },
    destructive: true,
  }),
  operation({
    ...anybody,
    id: "showInvitation",
    method: "POST",
    path: "/invitations/show",
    summary: "See what an invitation leads to",
    description: "For everybody who has its token. Changes nothing.",
    body: invitationLook,
    errors: ["resource_not_found", "rate_limit_exceeded"],
    success: { status: 200, schema: invitationShown },
    sensitive: true,
  }),
  operation({
    ...anybody,
    id: "acceptInvitation",
    method: "POST",
    path: "/invitations/accept",
    summary: "Accept an invitation",
    description:
      "Somebody who is known must be signed in under the invited address. A new person gives a password, and is signed in.",
    body: invitationAccept,
    errors: [
      "resource_not_found",
      "resource_conflict",
      "invalid_session_token",
      "workspace_access_denied",
      "rate_limit_exceeded",
    ],
    success: { status: 201, schema: invitationAccepted },
    sensitive: true,
  }),
] as const;
