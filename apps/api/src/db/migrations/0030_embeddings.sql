CREATE TABLE "embedding_runs" (
	"id" integer PRIMARY KEY NOT NULL,
	"model" text NOT NULL,
	"claimed_by" uuid,
	"claimed_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "embeddings" (
	"change" integer PRIMARY KEY DEFAULT nextval('search_changes') NOT NULL,
	"text_hash" text NOT NULL,
	"model" text NOT NULL,
	"vector" "bytea" NOT NULL,
	CONSTRAINT "embeddings_text_hash_key" UNIQUE("text_hash","model")
);
--> statement-breakpoint
ALTER TABLE "search_documents" ADD COLUMN "text_hash" text;--> statement-breakpoint
CREATE INDEX "embeddings_model_idx" ON "embeddings" USING btree ("model","change");--> statement-breakpoint
CREATE INDEX "search_documents_text_hash_idx" ON "search_documents" USING btree ("text_hash");--> statement-breakpoint
-- Deletes the embedding of a text with its last passage. Deferred to the commit: an edit deletes the passages of an article and
-- writes those that stay again.
CREATE FUNCTION search_documents_embeddings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM embeddings WHERE text_hash = OLD.text_hash
    AND NOT EXISTS (SELECT 1 FROM search_documents WHERE text_hash = OLD.text_hash);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER search_documents_embeddings AFTER DELETE ON search_documents
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.text_hash IS NOT NULL)
  EXECUTE FUNCTION search_documents_embeddings();
