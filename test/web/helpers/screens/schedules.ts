/** Screens: schedules. */
import type { Screen } from "./screen.ts";

export const schedules: readonly Screen[] = [
  {
    name: "schedules",
    path: () => "/schedules",
    show: async (page) => {
      const series = page.getByRole("article", { name: "Check the bank account" });
      await series.getByRole("button", { name: "Why does it not run?" }).click();
      await page.locator(".why").waitFor();
    },
  },
  {
    name: "times",
    path: () => "/schedules?view=times",
    show: (page) => page.getByRole("region", { name: "To come, 14 days" }).waitFor(),
  },
  {
    name: "times-past",
    path: () => "/schedules?view=times",
    show: async (page) => {
      const past = page.getByRole("region", { name: "Past" });
      await past.getByRole("listitem").nth(1).waitFor();
      await past.getByRole("listitem").last().scrollIntoViewIfNeeded();
    },
  },
  {
    name: "times-waiting",
    path: () => "/schedules?view=times&state=queued",
    show: (page) => page.getByRole("button", { name: "See the hours" }).waitFor(),
  },
  {
    name: "end-schedule",
    path: () => "/schedules?view=scheduled",
    show: async (page) => {
      const series = page.getByRole("article", { name: "Water the balcony" });
      await series.getByRole("button", { name: "End the schedule" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Keep it" }).waitFor();
    },
  },
];
