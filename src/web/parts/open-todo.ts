/** Opens a todo over what is shown; one that is on its way to the service as soon as the service has it, where that is still wanted. */
import { fromHere, goOver } from "../base/routes.ts";
import type { Store } from "../store/store.ts";

export function openTodo({ actions }: Store, id: string, query = ""): void {
  const onward = fromHere(goOver);
  actions.onceMade([id], ([made]) => onward(`/todos/${made}${query}`));
}
