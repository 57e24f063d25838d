-- People of the workspace, mirrored from the directory: whoever is assigned must stand here.
CREATE TABLE members (
  user_id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  name TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- name_key: NFC and full case folding, so that names compare as people read them.
-- The counts leave suggestions out and are kept by the insert of a todo and the triggers below, so that reading lists never
-- counts todos.
CREATE TABLE todo_lists (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  emoji TEXT,
  color TEXT,
  is_default INTEGER NOT NULL DEFAULT 0,
  is_archived INTEGER NOT NULL DEFAULT 0,
  todo_count INTEGER NOT NULL DEFAULT 0,
  active_todo_count INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX todo_lists_default ON todo_lists (is_default) WHERE is_default = 1;
CREATE INDEX todo_lists_name ON todo_lists (name_key);

CREATE TABLE captures (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE
) STRICT;

-- n, id and created_at order todos alike (see the insert): an index that ends in the rowid is in the order of creation,
-- and a tie on n is a tie on the id.
-- shelf: 0 active, 1 archived, 2 suggested, 3 dismissed (a suggestion, archived). priority: 4 urgent to 1 low.
-- assignees: the list as shown, so that a page is one query; todo_assignees is its index. list_n: the list's n.
-- Columns that filters read come first, the long ones last.
CREATE TABLE todos (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  is_archived INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1)),
  is_suggested INTEGER NOT NULL DEFAULT 0 CHECK (is_suggested IN (0, 1)),
  shelf INTEGER GENERATED ALWAYS AS (is_archived + 2 * is_suggested) VIRTUAL,
  status TEXT NOT NULL DEFAULT 'ready' CHECK (status IN ('ready', 'in_progress', 'done')),
  priority INTEGER CHECK (priority BETWEEN 1 AND 4),
  type TEXT NOT NULL DEFAULT 'task' CHECK (type IN ('task', 'responsibility')),
  due_date TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  list_n INTEGER NOT NULL REFERENCES todo_lists (n),
  todo_list_id TEXT NOT NULL,
  capture_id TEXT REFERENCES captures (id),
  assignees TEXT NOT NULL DEFAULT '[]',
  is_assigned INTEGER GENERATED ALWAYS AS (assignees <> '[]') VIRTUAL,
  source TEXT CHECK (source IN ('user_created', 'agent_created', 'auto_suggested')),
  has_run INTEGER NOT NULL DEFAULT 0,
  completed_at INTEGER,
  rrule TEXT,
  timezone TEXT,
  next_run_at INTEGER,
  last_run_at INTEGER,
  schedule_type TEXT CHECK (schedule_type IN ('one_off', 'recurring')),
  schedule_status TEXT CHECK (schedule_status IN ('pending', 'queued', 'disabled', 'error', 'completed')),
  retired_at INTEGER,
  retired_by TEXT,
  retirement_run_policy TEXT CHECK (retirement_run_policy IN ('finish', 'cancel')),
  last_notification_status TEXT CHECK (last_notification_status IN ('sent', 'failed', 'partial', 'suppressed')),
  last_notification_sent_at INTEGER,
  minutes_saved INTEGER,
  minutes_saved_confidence TEXT CHECK (minutes_saved_confidence IN ('low', 'medium', 'high')),
  minutes_saved_reason TEXT,
  schedule_error TEXT,
  schedule TEXT,
  title TEXT,
  content TEXT,
  CHECK (title IS NOT NULL OR content IS NOT NULL)
) STRICT;

-- Every index over all todos begins with shelf and status: what is asked without a status is merged from its three parts.
-- An index ends in n by itself; those of the other orders name it and go on with what filters ask, so that a walk that looks
-- for few among many reads no rows (100,000 todos, rows not in the page cache: 24 ms to 3).
CREATE INDEX todos_created ON todos (shelf, status);
CREATE INDEX todos_updated ON todos (shelf, status, updated_at, n, priority, type, list_n, is_assigned, due_date);
CREATE INDEX todos_due ON todos (shelf, status, due_date, n, priority, type, list_n, is_assigned, updated_at);
CREATE INDEX todos_priority ON todos (shelf, status, priority, n, type, list_n, is_assigned, due_date, updated_at);
CREATE INDEX todos_type ON todos (shelf, status, type);
CREATE INDEX todos_list ON todos (list_n, shelf, status);
CREATE INDEX todos_unassigned ON todos (shelf, status) WHERE is_assigned = 0;
CREATE INDEX todos_capture ON todos (capture_id, shelf, status) WHERE capture_id IS NOT NULL;
CREATE INDEX todos_next_run ON todos (next_run_at) WHERE next_run_at IS NOT NULL;
CREATE INDEX todos_saved ON todos (shelf, status, minutes_saved) WHERE minutes_saved IS NOT NULL;

-- shelf and status repeat the todo's, so that "mine and open" is one range, in the order of creation.
CREATE TABLE todo_assignees (
  assignee_id TEXT NOT NULL,
  shelf INTEGER NOT NULL,
  status TEXT NOT NULL,
  todo_n INTEGER NOT NULL REFERENCES todos (n) ON DELETE CASCADE,
  PRIMARY KEY (assignee_id, shelf, status, todo_n)
) STRICT, WITHOUT ROWID;
CREATE INDEX todo_assignees_todo ON todo_assignees (todo_n);

-- Title and content folded (NFC, full case folding), for search: what is found is decided here, character by character.
-- past: runs that the index holds for former texts of the todo (see search-index.ts).
CREATE TABLE todo_texts (
  todo_n INTEGER PRIMARY KEY REFERENCES todos (n),
  text TEXT NOT NULL,
  past TEXT NOT NULL DEFAULT ''
) STRICT;
-- The runs of three characters of a todo, as words: which todos may hold a pattern. It keeps no positions and no texts, and
-- an edit adds only what is new (100,000 todos, a changed title: 1,650 µs with the trigram tokenizer, 58 so).
CREATE VIRTUAL TABLE todo_search USING fts5 (
  runs, content = '', columnsize = 0, detail = none, tokenize = 'ascii'
);
INSERT INTO todo_search (todo_search, rank) VALUES ('secure-delete', 1);
-- SQLite 3.45.1 leaves the format at 4 where deletions are secure, and its integrity checks then call the index malformed as
-- soon as one has happened; 5 is the format of such an index (fts5Int.h, FTS5_CURRENT_VERSION_SECUREDELETE).
UPDATE todo_search_config SET v = 5 WHERE k = 'version';
-- The runs there are: how patterns of one or two characters are looked for.
CREATE VIRTUAL TABLE todo_search_terms USING fts5vocab (todo_search, instance);

CREATE TRIGGER todos_counted_out AFTER DELETE ON todos WHEN old.shelf = 0 BEGIN
  UPDATE todo_lists SET todo_count = todo_count - 1, active_todo_count = active_todo_count - (old.status <> 'done')
  WHERE n = old.list_n;
END;
CREATE TRIGGER todos_moved AFTER UPDATE OF is_archived, is_suggested, status, list_n ON todos BEGIN
  UPDATE todo_lists SET todo_count = todo_count - 1, active_todo_count = active_todo_count - (old.status <> 'done')
  WHERE n = old.list_n AND old.shelf = 0;
  UPDATE todo_lists SET todo_count = todo_count + 1, active_todo_count = active_todo_count + (new.status <> 'done')
  WHERE n = new.list_n AND new.shelf = 0;
  UPDATE todo_assignees SET shelf = new.shelf, status = new.status WHERE todo_n = new.n;
END;
