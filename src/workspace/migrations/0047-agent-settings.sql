-- With what an agent works; NULL for what the service has. tools and budget: JSON as the interface shows it.
ALTER TABLE agents ADD COLUMN model TEXT;
ALTER TABLE agents ADD COLUMN fallback_model TEXT;
ALTER TABLE agents ADD COLUMN tools TEXT;
ALTER TABLE agents ADD COLUMN budget TEXT;
