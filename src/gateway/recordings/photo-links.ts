/** Signs the links to photos of agents wherever an answer or a frame of the feed shows an agent. */
import type { Agent } from "../../schema/agent.ts";
import type { OperationId } from "../../schema/operations/index.ts";

/** Makes the address of an image one that opens it. */
export type SignImage = (imageId: string) => string;

/** The answer with its links signed; itself when it shows no photo. */
type InAnswer = (body: never, sign: SignImage) => object;

const one = (agent: Agent, sign: SignImage): Agent =>
  agent.profilePhotoUrl === null ? agent : { ...agent, profilePhotoUrl: sign(idIn(agent.profilePhotoUrl)) };

const list = (page: { readonly data: readonly Agent[] }, sign: SignImage): object => {
  const data = among(page.data, sign);
  return data === page.data ? page : { ...page, data };
};

const snapshot = (body: { readonly agents: readonly Agent[] }, sign: SignImage): object => {
  const agents = among(body.agents, sign);
  return agents === body.agents ? body : { ...body, agents };
};

/** How each operation shows agents. */
export const photosIn: { readonly [Id in OperationId]?: InAnswer } = {
  listAgents: list,
  getAgent: one,
  createAgent: one,
  updateAgent: one,
  restoreAgent: one,
  setAgentPhoto: one,
  removeAgentPhoto: one,
  getSnapshot: snapshot,
};

/** As the owner of the workspace writes it. Quotes of what people wrote are escaped in JSON, so that no text of theirs reads like this. */
const unsigned = /"profilePhotoUrl":"\/app\/v1\/images\/([0-9a-f-]{36})"/g;

/** The JSON of a frame with its links signed. */
export function photosInJson(json: string, sign: SignImage): string {
  return json.replace(unsigned, (_, imageId: string) => `"profilePhotoUrl":${JSON.stringify(sign(imageId))}`);
}

function among(agents: readonly Agent[], sign: SignImage): readonly Agent[] {
  return agents.some(({ profilePhotoUrl }) => profilePhotoUrl !== null)
    ? agents.map((agent) => one(agent, sign))
    : agents;
}

function idIn(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}
