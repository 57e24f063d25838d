/** The map of the keys. */
import { Dialog } from "../parts/dialog.tsx";
import { isHelpShown } from "../parts/ui.ts";
import { useValue } from "../parts/use.ts";
import { words } from "../words/index.ts";

export function Help() {
  const isShown = useValue(isHelpShown);
  if (!isShown) return null;
  return (
    <Dialog label={words.help.title} className="help" onClose={() => isHelpShown.set(false)}>
      {() => (
        <>
          <h2 tabIndex={-1} autofocus>
            {words.help.title}
          </h2>
          <div className="columns">
            {words.help.groups.map(({ title, keys }) => (
              <section key={title}>
                <h3>{title}</h3>
                <dl>
                  {keys.map(([names, what]) => (
                    <div key={what}>
                      <dt>{what}</dt>
                      <dd>
                        {names.split(" ").map((name) => (
                          <kbd key={name}>{name}</kbd>
                        ))}
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
          <p className="buttons">
            <button type="button" className="outlined" onClick={() => isHelpShown.set(false)}>
              {words.close}
            </button>
          </p>
        </>
      )}
    </Dialog>
  );
}
