/** What a message can ask for: to list and find, to create, to complete, to change one field, to undo that, or for help. Text becomes these; plays act them out. */

export type Priority = "urgent" | "high" | "medium" | "low";

export interface Draft {
  readonly title: string;
  readonly content?: string;
  readonly priority?: Priority;
  /** `YYYY-MM-DD` */
  readonly dueDate?: string;
  readonly listName?: string;
  /** The title stood in quotes: it is no more than that. */
  readonly isQuoted?: true;
}

export interface Filter {
  readonly status?: "ready" | "in_progress" | "done" | "active";
  readonly priority?: Priority | "none";
  readonly query?: string;
  readonly listName?: string;
  /** Inclusive, `YYYY-MM-DD`. */
  readonly dueAfter?: string;
  readonly dueBefore?: string;
  readonly assignedToMe?: true;
  readonly unassigned?: true;
  /** Archived todos in place of the others. */
  readonly includeArchived?: true;
  readonly sort?: "dueDate" | "priority";
  readonly order?: "asc" | "desc";
  /** How the filter reads in an answer: before the noun ("open urgent") and after it ("due this week"). */
  readonly adjective: string;
  readonly tail: string;
}

/** Which todos: one by words of its title, by numbers in the last listing, or the one just spoken of. */
export type Reference =
  | { readonly by: "words"; readonly words: string }
  | { readonly by: "numbers"; readonly numbers: readonly number[] }
  | { readonly by: "it" };

export type Change =
  | { readonly kind: "status"; readonly status: "ready" | "in_progress" | "done" }
  | { readonly kind: "title"; readonly title: string }
  | { readonly kind: "priority"; readonly priority: Priority | null }
  | { readonly kind: "due"; readonly dueDate: string | null }
  | { readonly kind: "list"; readonly listName: string }
  | { readonly kind: "archive" }
  | { readonly kind: "restore" };

export type Intent =
  | { readonly kind: "say"; readonly text: string }
  /** `isCertain`: it names a todo or a list, so that it cannot as well be the title of the todo that the engine was started on. */
  | { readonly kind: "create"; readonly drafts: readonly Draft[]; readonly isCertain: boolean }
  /** `mayBeMatter`: it may as well ask for the work itself, or whether it is done. */
  | {
      readonly kind: "change";
      readonly reference: Reference;
      readonly change: Change;
      readonly mayBeMatter: boolean;
    }
  | { readonly kind: "list"; readonly filter: Filter }
  | { readonly kind: "lists" }
  /** What the last message changed is to be as it was. */
  | { readonly kind: "undo" }
  /** The next page of the last list. */
  | { readonly kind: "more" }
  /** The answer to the question which of the numbered ones is meant. */
  | { readonly kind: "pick"; readonly numbers: readonly number[] };

export type ChangeIntent = Extract<Intent, { readonly kind: "change" }>;

/** The person's present: needed to read "tomorrow". */
export interface Present {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** IANA name. */
  readonly timezone: string;
}
