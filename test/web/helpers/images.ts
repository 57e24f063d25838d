/** A workspace with images in it: an agent that has a photo, and a chat in which it was shown some. */
import { drawing, uploaded, uploading } from "../../helpers/images.ts";
import type { TestService } from "../../helpers/service.ts";
import { type Furnished, furnish } from "./furnish.ts";

export interface WithImages extends Furnished {
  /** Of the agent with a photo. */
  readonly shownAgentId: string;
  /** Of the chat with images. */
  readonly shownChatId: string;
}

/** A face in two colours. */
const face = drawing(96, 96, (x, y) =>
  Math.hypot(x - 48, y - 38) < 22 || Math.hypot(x - 48, y - 110) < 46 ? [246, 214, 178] : [58, 110, 140],
);

/** A sign with lines of words on it, and a meadow under a sky. */
const lines = [210, 240, 160, 230];
const sign = drawing(320, 220, (x, y) => {
  if (x < 10 || y < 10 || x > 309 || y > 209) return [70, 60, 50];
  const [line, inLine] = [Math.floor((y - 36) / 42), (y - 36) % 42];
  const isInked = inLine >= 0 && inLine < 14 && x > 38 && x < 38 + (lines[line] ?? 0) && x % 56 > 8;
  return isInked ? [70, 62, 54] : [240, 226, 190];
});
const meadow = drawing(220, 320, (x, y) => (y < 170 + 18 * Math.sin(x / 30) ? [168, 206, 232] : [104, 150, 84]));

/** What `furnish` makes, with something that comes again today, and images. */
export async function furnishWithImages(service: TestService): Promise<WithImages> {
  const furnished = await furnish(service);
  const schedule = { rrule: "FREQ=DAILY;BYHOUR=17;BYMINUTE=0;BYSECOND=0" };
  await service.ok("createTodo", { body: { title: "Stand-up", schedule } });
  const { id: agentId } = await service.ok("createAgent", {
    body: { name: "Translator", instructions: "Say in English what stands there." },
  });
  await service.ok("createAgentSkill", {
    path: { agentId },
    body: { name: "Letters of offices", instructions: "Say first **what is to be done**, and by when." },
  });
  const person = { credential: service.session, headers: { "dayshift-workspace": service.workspaceId } };
  await service.ok("setAgentPhoto", uploading(face, "image/png", { ...person, path: { agentId } }));
  const images = [
    await uploaded(service, sign, "image/png", person),
    await uploaded(service, meadow, "image/png", person),
  ];
  service.model.play({
    text: "It says that the path is closed **until the end of May**. The meadow behind it is open.",
  });
  const chat = await service.ok("createChatWithImages", {
    ...person,
    body: {
      message: "What does the sign say, and may I walk here?",
      agentId,
      attachmentIds: images.map(({ id }) => id),
      waitSeconds: 10,
    },
  });
  return { ...furnished, shownAgentId: agentId, shownChatId: chat.id };
}
