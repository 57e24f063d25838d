/** How one signs in, and where one is. */
import { Provider } from "./provider.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { Sessions } from "./sessions.tsx";

export function SignIn() {
  return (
    <>
      <Sessions />
      <SecondFactor />
      <Provider />
    </>
  );
}
