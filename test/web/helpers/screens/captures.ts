/** Screens: notes and recordings. */
import { cuttable } from "../cuttable.ts";
import type { Screen } from "./screen.ts";

export const captures: readonly Screen[] = [
  {
    name: "captures",
    path: () => "/captures",
    show: (page) => page.getByText("Printer contract with Ana").waitFor(),
  },
  {
    name: "capture",
    path: ({ captures }) => `/captures/${captures.talk}`,
    show: async (page) => {
      await page.getByRole("tab", { name: "Transcript" }).waitFor();
      await page.locator(".made-by-agent .markdown").waitFor();
      await page.locator(".strip rect").nth(40).waitFor();
    },
  },
  {
    name: "transcript",
    path: ({ captures }) => `/captures/${captures.talk}`,
    show: async (page) => {
      await page.getByRole("tab", { name: "Transcript" }).click();
      await page.locator(".transcript").getByRole("button", { name: "Play 0:06" }).click();
      await page.locator(".transcript [aria-current]").waitFor();
      await page.keyboard.press(" ");
      // Next to it where there is room.
      if ((page.viewportSize()?.width ?? 0) >= 1200) await page.locator(".with-notes .notes").waitFor();
    },
  },
  {
    name: "not-drawn",
    path: ({ captures }) => `/captures/${captures.talk}`,
    show: async (page) => {
      await page.route("**/media/**", (route) =>
        route.request().resourceType() === "fetch" ? route.abort() : route.continue(),
      );
      await page.reload();
      await page.getByText("Marked is where somebody spoke").waitFor();
      await page.locator(".made-by-agent .markdown").waitFor();
    },
  },
  {
    name: "note",
    path: ({ captures }) => `/captures/${captures.note}`,
    show: async (page) => {
      await page.locator(".suggestion").first().waitFor();
      await page.getByRole("checkbox").nth(1).waitFor();
    },
  },
  {
    name: "record",
    path: () => "/captures/record",
    show: async (page) => {
      await page.getByRole("button", { name: "Start recording" }).click();
      await page.getByText(/Safe on the service up to 0:(?!0[01])/).waitFor();
    },
  },
  {
    name: "record-stopped",
    path: () => "/captures/record",
    show: async (page) => {
      await page.getByRole("button", { name: "Start recording" }).click();
      await page.getByText(/Safe on the service up to 0:(?!00)/).waitFor();
      await page.getByRole("button", { name: "Stop" }).click();
      await page.getByRole("button", { name: "Play", exact: true }).waitFor();
      await page.getByRole("heading", { name: "Recording without speech" }).waitFor();
      await page.locator("[aria-current=true]", { hasText: "Recording of" }).waitFor({ state: "hidden" });
    },
  },
  {
    name: "record-discard",
    path: () => "/captures/record",
    show: async (page) => {
      await page.getByRole("button", { name: "Start recording" }).click();
      await page.getByText(/Safe on the service up to/).waitFor();
      await page.getByRole("button", { name: "Discard" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "record-left",
    path: () => "/captures/record",
    show: async (page, { service }) => {
      await page.addInitScript(cuttable);
      await page.reload();
      await page.getByRole("button", { name: "Start recording" }).click();
      await page.getByText(/Safe on the service up to 0:(?!00)/).waitFor();
      await page.evaluate("cut()");
      await page.getByText("Connection lost.", { exact: false }).waitFor();
      await page
        .getByRole("timer")
        .getByText(/0:0[5-9]/)
        .waitFor();
      const { data } = await service.ok("listCaptures", { query: { type: "recording" } });
      const captureId = data.find(({ status }) => status === "recording")?.id ?? "";
      await service.ok("stopCapture", { path: { captureId } });
      await page.getByRole("button", { name: "Show the rest" }).click();
      await page.getByRole("button", { name: "Send as a new recording" }).waitFor();
    },
  },
  {
    name: "record-denied",
    path: () => "/captures/record",
    show: async (page) => {
      await page.evaluate(
        `navigator.mediaDevices.getUserMedia = async () => { throw new DOMException("", "NotAllowedError"); }`,
      );
      await page.getByRole("button", { name: "Start recording" }).click();
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "new-note",
    path: () => "/captures/new",
    show: (page) => page.getByRole("textbox", { name: "Write a note" }).fill("Garden plan\n\nThe hedge first."),
  },
];
