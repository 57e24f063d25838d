-- What people set for every browser of theirs; null: as the browser has it.
ALTER TABLE users ADD COLUMN locale TEXT;
ALTER TABLE users ADD COLUMN timezone TEXT;
ALTER TABLE users ADD COLUMN theme TEXT CHECK (theme IN ('light', 'dark'));
ALTER TABLE users ADD COLUMN single_keys INTEGER CHECK (single_keys IN (0, 1));
