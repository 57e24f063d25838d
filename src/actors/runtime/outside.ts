/** Tools of servers elsewhere, and pages of the web, as turns use them: the network is the gateway's. */

export interface OutsideTool {
  /** As agents call it: `{server}__{tool}`, or `web_fetch`. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input, as the server says it. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** An owner lets this agent call it without asking. */
  readonly isAllowed: boolean;
}

export interface OutsideResult {
  readonly isError: boolean;
  /** What was answered, or why nothing was. */
  readonly text: string;
}

export interface OutsideCall {
  readonly agentId: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface OutsideTools {
  /** What the agent was given, as it stands now. */
  toolsOf(workspaceId: string, agentId: string): Promise<readonly OutsideTool[]>;
  /** Sends the call once; never rejects. What failed on the way may have been carried out: the result says so. */
  call(workspaceId: string, call: OutsideCall): Promise<OutsideResult>;
}

/** Nothing is outside. */
export const nothingOutside: OutsideTools = {
  toolsOf: () => Promise.resolve([]),
  call: () => Promise.resolve({ isError: true, text: "No outside tools are here." }),
};
