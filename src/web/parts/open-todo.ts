/** Opens a todo over what is shown; one that is on its way to the service as soon as the service has it, where that is still wanted. */
import { goOver, here } from "../base/routes.ts";
import type { Store } from "../store/store.ts";

export function openTodo({ actions }: Store, id: string, query = ""): void {
  const { href } = here.value;
  actions.onceMade([id], ([made]) => {
    if (here.value.href === href) goOver(`/todos/${made}${query}`);
  });
}
