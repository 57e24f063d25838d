/**
 * Changes that always wait for a person when an agent wants them, whatever the settings of the agent say: an operation that
 * agents may use says which of its calls are of a class.
 */

/**
 * `permissions`: what agents are and may do. `irreversible`: what cannot be taken back. `standing`: what sets agents to work, now
 * or by itself later.
 */
export const changeClasses = ["permissions", "irreversible", "standing", "outward"] as const;

export type ChangeClass = (typeof changeClasses)[number];

type Fields = Readonly<Record<string, unknown>>;

/** The class of a call, by its query and body; null when it has none. */
export type Classify = (fields: Fields) => ChangeClass | null;

/** No call of the operation has a class. */
export const ordinary: Classify = () => null;

/** Every call of the operation is of this class. */
export const always =
  (name: ChangeClass): Classify =>
  () =>
    name;

/** A call with `permanent: true` cannot be taken back. */
export const whenPermanent: Classify = ({ permanent }) => (permanent === true ? "irreversible" : null);

/** A call that gives a todo a schedule, or an agent, or sets the agent to work. */
export const whenAgentsWork: Classify = (fields) => (setsToWork(fields) ? "standing" : null);

/** The same for todos of a batch. */
export const whenAgentsWorkInBatch: Classify = ({ data }) =>
  Array.isArray(data) && data.some((each) => setsToWork(each as Fields)) ? "standing" : null;

function setsToWork({ schedule, schedulePaused, run, assignees }: Fields): boolean {
  if (schedule !== undefined || schedulePaused !== undefined || run === true) return true;
  return Array.isArray(assignees) && assignees.some((each) => (each as Fields)["type"] === "agent");
}

/** Why a person is asked about a call of the class, after what it would do. */
export const alwaysAsked: Readonly<Record<ChangeClass, string>> = {
  permissions: " (always asked: it changes what agents are and may do)",
  irreversible: " (always asked: it cannot be taken back)",
  standing: " (always asked: it sets agents to work)",
  outward: " (always asked: it goes to somebody outside)",
};
