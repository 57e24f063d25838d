/** Signs the links to photos of agents wherever an answer or a frame of the feed shows an agent. */
import type { Agent } from "../../schema/agent.ts";
import type { Caller } from "../../schema/caller.ts";
import type { Links } from "../pipeline.ts";

/** Makes the address of an image one that opens it. */
type SignImage = (imageId: string) => string;

/** The same for each caller. */
export type SignFor = (caller: Caller) => SignImage;

/** The answers of the operations that show agents, with links signed; the same object where there is no photo. */
export function photosIn(signFor: SignFor): Links["inAnswer"] {
  const ofOne = (caller: Caller, agent: Agent): Agent => signed(agent, signFor(caller));
  const ofPage = (caller: Caller, page: { readonly data: readonly Agent[] }): object => {
    const data = among(page.data, signFor(caller));
    return data === page.data ? page : { ...page, data };
  };
  const ofSnapshot = (caller: Caller, body: { readonly agents: readonly Agent[] }): object => {
    const agents = among(body.agents, signFor(caller));
    return agents === body.agents ? body : { ...body, agents };
  };
  return {
    listAgents: ofPage,
    getAgent: ofOne,
    createAgent: ofOne,
    updateAgent: ofOne,
    restoreAgent: ofOne,
    setAgentPhoto: ofOne,
    removeAgentPhoto: ofOne,
    getSnapshot: ofSnapshot,
  };
}

/** As the owner of the workspace writes it. Quotes of what people wrote are escaped in JSON, so that no text of theirs reads like this. */
const unsigned = /"profilePhotoUrl":"\/app\/v1\/images\/([0-9a-f-]{36})"/g;

/** The JSON of a frame with its links signed. */
export function photosInJson(json: string, sign: SignImage): string {
  return json.replace(unsigned, (_, imageId: string) => `"profilePhotoUrl":${JSON.stringify(sign(imageId))}`);
}

function among(agents: readonly Agent[], sign: SignImage): readonly Agent[] {
  return agents.some(({ profilePhotoUrl }) => profilePhotoUrl !== null)
    ? agents.map((agent) => signed(agent, sign))
    : agents;
}

function signed(agent: Agent, sign: SignImage): Agent {
  return agent.profilePhotoUrl === null ? agent : { ...agent, profilePhotoUrl: sign(idIn(agent.profilePhotoUrl)) };
}

function idIn(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}
