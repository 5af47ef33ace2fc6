-- Trigrams forgive typing errors where full-text search finds nothing.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
