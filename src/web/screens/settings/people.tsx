/** Who belongs to the workspace, and who is invited: owners change that, others see who is there, and everybody may leave. */
import { useState } from "preact/hooks";
import type { Client } from "../../../client/types.ts";
import { go } from "../../base/routes.ts";
import { AskingButton } from "../../parts/asking-button.tsx";
import { Avatar } from "../../parts/avatar.tsx";
import { useStore } from "../../parts/use.ts";
import type { Store } from "../../store/store.ts";
import { words } from "../../words/index.ts";
import { Invitations } from "./invitations.tsx";
import { Part } from "./part.tsx";
import { useReading } from "../../parts/use-reading.ts";

type Member = Awaited<ReturnType<Client["listMembers"]>>["data"][number];

export interface PeopleProps {
  readonly workspaceId: string;
  /** The person who looks. */
  readonly userId: string;
}

export function People({ workspaceId, userId }: PeopleProps) {
  const store = useStore();
  const { client } = store;
  const ask = async () => (await client.listMembers({ workspaceId })).data;
  const { value: members, failure, read, fail } = useReading(ask, [workspaceId]);
  const isOwner = members?.find(({ id }) => id === userId)?.role === "owner";
  const remove = (member: string): void => {
    client.removeMember({ workspaceId, userId: member }).then(read, fail);
  };
  const leave = (): void => {
    store.rest(true); // the feed would say that somebody removed them
    client.removeMember({ workspaceId, userId }).then(
      () => store.leave(workspaceId).then(toToday),
      (error: unknown) => {
        store.rest(false);
        fail(error);
      },
    );
  };
  return (
    <Part id="members" title={words.people.title} failure={failure}>
      <ul className="rows-plain people">
        {members?.map((member) => (
          <li key={member.id}>
            <Avatar id={member.id} name={nameOf(member)} />
            <span className="grow">
              <strong dir="auto">{member.name}</strong> <span className="soft">{member.email}</span>
            </span>
            {isOwner ? (
              <Role key={member.role} workspaceId={workspaceId} member={member} onChanged={read} onRefused={fail} />
            ) : (
              <span className="soft">{words.people.roles[member.role]}</span>
            )}
            {member.id === userId ? (
              <AskingButton label={words.people.leave} question={words.people.leaveAsk} onYes={leave} />
            ) : (
              isOwner && (
                <AskingButton
                  label={words.people.remove}
                  name={words.people.removeNamed(nameOf(member))}
                  question={words.people.removeAsk(nameOf(member))}
                  onYes={() => remove(member.id)}
                />
              )
            )}
          </li>
        ))}
      </ul>
      {members !== null && !isOwner && <p className="soft">{words.people.ownersOnly}</p>}
      {isOwner && <Invitations workspaceId={workspaceId} />}
    </Part>
  );
}

function toToday(next: Store | null): void {
  if (next !== null) go("/today");
}

function nameOf({ name, email }: Member): string {
  return name === "" ? email : name;
}

interface RoleProps {
  readonly workspaceId: string;
  readonly member: Member;
  readonly onChanged: () => void;
  readonly onRefused: (error: unknown) => void;
}

/** What is refused, as of the last owner, is as it was. */
function Role({ workspaceId, member, onChanged, onRefused }: RoleProps) {
  const { client } = useStore();
  const [chosen, setChosen] = useState(member.role);
  const choose = (role: Member["role"]): void => {
    setChosen(role);
    client.updateMember({ workspaceId, userId: member.id, role }).then(onChanged, (error: unknown) => {
      setChosen(member.role);
      onRefused(error);
    });
  };
  return (
    <select
      aria-label={words.people.roleOf(nameOf(member))}
      value={chosen}
      onInput={(event) => choose(event.currentTarget.value as Member["role"])}
    >
      {(["owner", "member"] as const).map((role) => (
        <option key={role} value={role}>
          {words.people.roles[role]}
        </option>
      ))}
    </select>
  );
}
