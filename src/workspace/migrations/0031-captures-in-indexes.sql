-- What filters ask of captures stands in each of their indexes: the rows are long, and a list or a count of those of a type that
-- changed since a moment looked at each of them. A change of a capture writes two pages more.
DROP INDEX captures_created;
DROP INDEX captures_type;
DROP INDEX captures_updated;
CREATE INDEX captures_created ON captures (is_archived, n, type, updated_at);
CREATE INDEX captures_type ON captures (type, is_archived, n, updated_at);
CREATE INDEX captures_updated ON captures (is_archived, updated_at, n, type);
