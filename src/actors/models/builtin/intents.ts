/** What a message can ask for. Text becomes one of these; plays turn these into calls and answers. */

export type Priority = "urgent" | "high" | "medium" | "low";

export interface Draft {
  readonly title: string;
  readonly content?: string;
  readonly priority?: Priority;
  /** `YYYY-MM-DD` */
  readonly dueDate?: string;
  readonly listName?: string;
  /** The title and the list if the last words of the title name a list that there is ("dentist to Finance"). */
  readonly perhaps?: { readonly title: string; readonly listName: string };
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
  /** Date-times, inclusive. */
  readonly updatedSince?: string;
  readonly createdSince?: string;
  readonly sort?: "createdAt" | "updatedAt" | "dueDate" | "priority";
  readonly order?: "asc" | "desc";
  /** How the filter reads in an answer: before the noun ("open urgent") and after it ("due this week"). */
  readonly adjective: string;
  readonly tail: string;
}

/**
 * Which todo: by words of its title, by its number in the last listing, the one just spoken of, or by what a person tells to have
 * done (`verbs` are the forms that the first word of its title may have).
 */
export type Target =
  | { readonly by: "words"; readonly words: string }
  | { readonly by: "number"; readonly numbers: readonly number[] }
  | { readonly by: "context" }
  | { readonly by: "told"; readonly verbs: readonly string[]; readonly words: string };

export type Change =
  | { readonly kind: "status"; readonly status: "ready" | "in_progress" | "done" }
  | { readonly kind: "title"; readonly title: string }
  | { readonly kind: "priority"; readonly priority: Priority | null }
  | { readonly kind: "due"; readonly dueDate: string | null }
  | { readonly kind: "list"; readonly listName: string }
  | { readonly kind: "archive" }
  | { readonly kind: "restore" }
  /** Several fields at once. */
  | { readonly kind: "several"; readonly changes: readonly FieldChange[] };

/** A change that sets one field. */
export type FieldChange = Exclude<Change, { readonly kind: "archive" | "restore" | "several" }>;

export type ListChange =
  | { readonly kind: "rename"; readonly name: string }
  | { readonly kind: "archive" }
  | { readonly kind: "restore" };

export type Intent =
  | { readonly kind: "say"; readonly text: string }
  /** `unsure`: the sentence may as well be the title of the todo that is being worked on. */
  | { readonly kind: "create"; readonly drafts: readonly Draft[]; readonly unsure: boolean }
  | { readonly kind: "change"; readonly target: Target; readonly change: Change }
  | { readonly kind: "list"; readonly filter: Filter }
  /** What to do first. */
  | { readonly kind: "next"; readonly filter: Filter }
  /** The next page of the last list. */
  | { readonly kind: "more" }
  /** Two requests in one message, one after the other. */
  | { readonly kind: "both"; readonly first: Intent; readonly second: Intent; readonly rest: string }
  | { readonly kind: "summary"; readonly filter: Filter }
  | { readonly kind: "lists" }
  | { readonly kind: "createList"; readonly name: string }
  | { readonly kind: "changeList"; readonly name: string; readonly change: ListChange }
  | { readonly kind: "agents" }
  /** An answer to a question: which of the numbered ones. */
  | { readonly kind: "pick"; readonly numbers: readonly number[] };

/** The person's present: needed to read "tomorrow". */
export interface Present {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** IANA name. */
  readonly timezone: string;
}
