DROP TRIGGER search_documents_deleted ON search_documents;--> statement-breakpoint
DROP FUNCTION search_documents_deleted();--> statement-breakpoint
-- Rows of the old layout: the server and `rebuild-index` write all content into the index again.
TRUNCATE search_documents;--> statement-breakpoint
CREATE SEQUENCE "public"."search_changes" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "search_removals" (
	"change" integer PRIMARY KEY DEFAULT nextval('search_changes') NOT NULL,
	"doc" integer,
	"removed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP TABLE "search_postings" CASCADE;--> statement-breakpoint
DROP TABLE "search_spaces" CASCADE;--> statement-breakpoint
DROP TABLE "search_terms" CASCADE;--> statement-breakpoint
DROP TABLE "vocabulary" CASCADE;--> statement-breakpoint
DROP INDEX "search_documents_author_idx";--> statement-breakpoint
ALTER TABLE "search_documents" ADD COLUMN "words" text NOT NULL;--> statement-breakpoint
ALTER TABLE "search_documents" DROP COLUMN "length";--> statement-breakpoint
ALTER TABLE "search_documents" DROP COLUMN "tokens";--> statement-breakpoint
ALTER TABLE "search_documents" DROP COLUMN "terms";--> statement-breakpoint
ALTER TABLE "search_documents" DROP COLUMN "impacts";
--> statement-breakpoint
-- Whichever statement deletes a document, a row of search_removals leads every process to drop it. The lock is that of the
-- writers (`lockIndex`): removals become visible in the order of their numbers.
CREATE FUNCTION search_documents_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM deleted) THEN
    PERFORM pg_advisory_xact_lock(7305911403);
    INSERT INTO search_removals (doc) SELECT doc FROM deleted;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER search_documents_deleted AFTER DELETE ON search_documents
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION search_documents_deleted();--> statement-breakpoint
CREATE FUNCTION search_documents_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7305911403);
  INSERT INTO search_removals (doc) VALUES (NULL);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER search_documents_truncated AFTER TRUNCATE ON search_documents
  FOR EACH STATEMENT EXECUTE FUNCTION search_documents_truncated();
