/** Icons: Lucide's shapes (ISC), those that are used, and the marks of our own. Decoration: what they stand for is said next to them. */
import type { ComponentChildren } from "preact";

const shapes = {
  inbox: [
    "M22 12h-6l-2 3h-4l-2-3H2",
    "M5.45 5.11 2 12v6a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-6l-3.45-6.89A2 2 0 0 0 16.76 4H7.24a2 2 0 0 0-1.79 1.11z",
  ],
  today: [
    "M12 2v2",
    "M12 20v2",
    "m4.93 4.93 1.41 1.41",
    "m17.66 17.66 1.41 1.41",
    "M2 12h2",
    "M20 12h2",
    "m6.34 17.66-1.41 1.41",
    "m19.07 4.93-1.41 1.41",
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
  ],
  todos: ["M8 6h13", "M8 12h13", "M8 18h13", "M3 6h.01", "M3 12h.01", "M3 18h.01"],
  chats: ["M21 15a2 2 0 0 1-2 2H7l-4 4V5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2z"],
  settings: ["M4 21v-7", "M4 10V3", "M12 21v-9", "M12 8V3", "M20 21v-5", "M20 12V3", "M2 14h4", "M10 8h4", "M18 16h4"],
  search: ["M11 3a8 8 0 1 0 0 16 8 8 0 0 0 0-16z", "m21 21-4.3-4.3"],
  plus: ["M5 12h14", "M12 5v14"],
  more: ["M5 11.5v1", "M12 11.5v1", "M19 11.5v1"],
  check: ["M20 6 9 17l-5-5"],
  image: [
    "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z",
    "M9 7a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
    "m21 15-3.1-3.1a2 2 0 0 0-2.8 0L6 21",
  ],
  close: ["M18 6 6 18", "m6 6 12 12"],
  switch: ["M8 3 4 7l4 4", "M4 7h16", "m16 21 4-4-4-4", "M20 17H4"],
  repeat: ["m17 2 4 4-4 4", "M3 11v-1a4 4 0 0 1 4-4h14", "m7 22-4-4 4-4", "M21 13v1a4 4 0 0 1-4 4H3"],
  bot: [
    "M12 8V4H8",
    "M6 8h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2z",
    "M2 14h2",
    "M20 14h2",
    "M15 13v2",
    "M9 13v2",
  ],
  shield: [
    "M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z",
  ],
  send: ["M12 19V5", "m5 12 7-7 7 7"],
  stop: ["M6 6h12v12H6z"],
  back: ["m15 18-6-6 6-6"],
  down: ["m6 9 6 6 6-6"],
  archive: ["M3 4h18v4H3z", "M5 8v11a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1V8", "M10 12h4"],
  calendar: [
    "M8 2v4",
    "M16 2v4",
    "M5 4h14a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z",
    "M3 10h18",
  ],
  list: ["M4 5h16", "M4 12h16", "M4 19h10"],
  person: ["M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2", "M12 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8z"],
  key: ["m21 2-9.6 9.6", "M7.5 11a5 5 0 1 0 0 10 5 5 0 0 0 0-10z", "m15.5 7.5 3 3L22 7l-3-3"],
  mic: ["M12 2a3 3 0 0 0-3 3v7a3 3 0 0 0 6 0V5a3 3 0 0 0-3-3z", "M19 10v2a7 7 0 0 1-14 0v-2", "M12 19v3"],
  play: ["M7 4v16l13-8z"],
  pause: ["M8 5v14", "M16 5v14"],
  note: ["M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7z", "M14 2v6h6", "M16 13H8", "M13 17H8"],
  download: ["M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4", "m7 10 5 5 5-5", "M12 15V3"],
  clock: ["M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20z", "M12 6v6l4 2"],
  board: ["M4 4h4v16H4z", "M10 4h4v11h-4z", "M16 4h4v7h-4z"],
  undo: ["M9 14 4 9l5-5", "M4 9h10.5a5.5 5.5 0 0 1 0 11H11"],
  warning: [
    "M12 9v4",
    "M12 17h.01",
    "M10.3 3.86 1.82 18a2 2 0 0 0 1.71 3h16.94a2 2 0 0 0 1.71-3L13.71 3.86a2 2 0 0 0-3.42 0z",
  ],
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <Mark size={size}>
      {shapes[name].map((path) => (
        <path key={path} d={path} />
      ))}
    </Mark>
  );
}

function Mark({ size, children, className }: { size: number; children: ComponentChildren; className?: string }) {
  return (
    <svg
      className={className ?? "icon"}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.75"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** The half-filled sun of what is in progress; a ring for what is ready, a filled one with a tick for what is done. */
export function StatusMark({
  status,
  size = 18,
}: {
  readonly status: "ready" | "in_progress" | "done";
  readonly size?: number;
}) {
  return (
    <Mark size={size} className={`status ${status}`}>
      <circle cx="12" cy="12" r="8.5" />
      {status === "in_progress" && <path d="M12 7.2a4.8 4.8 0 0 1 0 9.6z" fill="currentColor" stroke="none" />}
      {status === "done" && <path d="m8.2 12.2 2.6 2.6 5-5.4" />}
    </Mark>
  );
}

/** Bars that fill up with the priority; urgent is a mark of its own. */
export function PriorityMark({ priority }: { readonly priority: "urgent" | "high" | "medium" | "low" | null }) {
  if (priority === null) return <span className="priority" aria-hidden="true" />;
  if (priority === "urgent")
    return (
      <Mark size={16} className="priority urgent">
        <path d="M12 5v9" stroke-width="3" />
        <path d="M12 19h.01" stroke-width="3.4" />
      </Mark>
    );
  const filled = { low: 1, medium: 2, high: 3 }[priority];
  return (
    <svg className={`priority ${priority}`} width="16" height="16" viewBox="0 0 24 24" aria-hidden="true">
      {[0, 1, 2].map((bar) => (
        <rect
          key={bar}
          x={4 + bar * 6}
          y={15 - bar * 4}
          width="4"
          height={5 + bar * 4}
          rx="1"
          fill="currentColor"
          opacity={bar < filled ? 1 : 0.25}
        />
      ))}
    </svg>
  );
}
