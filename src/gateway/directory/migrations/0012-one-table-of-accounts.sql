-- Accounts at providers have a table of their own since 0009; nothing was ever written to this one.
DROP TABLE identities;
