/** Screens: what is seen before the first todo. */
import type { Screen } from "./screen.ts";

export const entering: readonly Screen[] = [
  { name: "sign-in", path: () => "/", isSignedOut: true, show: (page) => page.getByLabel("Password").waitFor() },
  {
    name: "setup",
    path: () => "/setup#dsu_x",
    isSignedOut: true,
    show: (page) => page.getByLabel("Password").waitFor(),
  },
  {
    name: "first-question",
    path: () => "/setup?step=speech",
    show: (page) => page.getByLabel("Another server").check(),
  },
  {
    name: "reset-password",
    path: () => "/reset-password#dsp_x",
    isSignedOut: true,
    show: (page) => page.getByLabel("New password").waitFor(),
  },
  {
    name: "first-model",
    path: () => "/setup?step=answers",
    show: (page) => page.getByLabel("Another server").check(),
  },
  {
    name: "first-name",
    path: () => "/setup?step=workspace",
    show: (page) => page.getByLabel("Name of the workspace").waitFor(),
  },
  {
    name: "first-todo",
    path: () => "/setup?step=todo",
    show: (page) => page.getByRole("textbox", { name: "Add a todo" }).fill("Call Ana tomorrow !high"),
  },
  {
    name: "first-request",
    path: () => "/setup?step=agent",
    show: (page) => page.getByRole("button", { name: "Ask it" }).waitFor(),
  },
  {
    name: "forgotten",
    path: () => "/sign-in",
    isSignedOut: true,
    show: async (page) => {
      await page.getByRole("link", { name: "Forgotten your password?" }).click();
      await page.getByRole("heading", { level: 1 }).waitFor();
    },
  },
  {
    name: "invitation-ended",
    path: () => "/invitation#dsi_x",
    isSignedOut: true,
    show: (page) => page.getByRole("heading", { name: "This invitation has ended" }).waitFor(),
  },
];
