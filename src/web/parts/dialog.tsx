/** A dialog of the platform: it keeps the focus, closes by Esc, by Back and by a press outside it, and gives the focus back. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

export interface DialogProps {
  readonly label: string;
  readonly className: string;
  readonly onClose: () => void;
  readonly children: (dialog: HTMLDialogElement | null) => ComponentChildren;
}

export function Dialog({ label, className, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const [shown, setShown] = useState<HTMLDialogElement | null>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    setShown(dialog);
    // One listener while it is shown: one that is added while the browser calls the others would miss this Back.
    const back = (): void => latest.current();
    window.addEventListener("popstate", back);
    return () => {
      window.removeEventListener("popstate", back);
      dialog?.close();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className={className}
      aria-label={label}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => event.target === ref.current && onClose()}
    >
      <div className="inside">{children(shown)}</div>
    </dialog>
  );
}
