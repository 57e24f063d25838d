/**
 * The process in which storage fails (faults.ts preloaded): takes trials as JSON lines, answers each with its outcome as one. The
 * first line of its answer counts the calls of a trial without a fault.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chooseTestDriver } from "../helpers/driver.ts";
import { controlOf } from "../helpers/faults.ts";
import type { SubjectName } from "./cells.ts";
import { directorySubject } from "./directory-subject.ts";
import { mediaSubject } from "./media/subject.ts";
import type { Subject } from "./subject.ts";
import { carryOut, makeImage, type Trial } from "./trial.ts";
import { workspaceSubject } from "./workspace-subject.ts";

const subjects: Readonly<Record<SubjectName, Subject>> = {
  workspace: workspaceSubject,
  directory: directorySubject,
  media: mediaSubject,
};
const [name = "", root = ""] = process.argv.slice(2);
const subject = subjects[name as SubjectName];
chooseTestDriver();
const control = controlOf(process.env["FAULTS_CONTROL"] ?? "");
const image = await makeImage(subject, mkdtempSync(join(root, "image-")));
for await (const line of createInterface({ input: process.stdin })) {
  const folder = mkdtempSync(join(root, "trial-"));
  const outcome = await carryOut(subject, image, JSON.parse(line) as Trial, { control, folder });
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
  rmSync(folder, { recursive: true, force: true });
}
