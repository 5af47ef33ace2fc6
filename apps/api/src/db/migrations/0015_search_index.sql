CREATE TABLE "search_documents" (
	"doc" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_documents_doc_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"passage_id" uuid,
	"product_pk" text,
	"space" text NOT NULL,
	"author" text DEFAULT '' NOT NULL,
	"length" integer NOT NULL,
	"tokens" text NOT NULL,
	"terms" integer[] NOT NULL,
	"impacts" smallint[] NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "search_documents_passage_id_unique" UNIQUE("passage_id"),
	CONSTRAINT "search_documents_product_pk_unique" UNIQUE("product_pk")
);
--> statement-breakpoint
CREATE TABLE "search_postings" (
	"term" integer NOT NULL,
	"impact" smallint NOT NULL,
	"doc" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_spaces" (
	"space" text PRIMARY KEY NOT NULL,
	"documents" integer NOT NULL,
	"average_length" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_synonyms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"term" text NOT NULL,
	"means" text[] NOT NULL,
	CONSTRAINT "search_synonyms_term_unique" UNIQUE("term")
);
--> statement-breakpoint
CREATE TABLE "search_terms" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_terms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"term" text NOT NULL,
	"space" text NOT NULL,
	"documents" integer NOT NULL,
	CONSTRAINT "search_terms_term_key" UNIQUE("term","space")
);
--> statement-breakpoint
DROP INDEX "passages_search_idx";--> statement-breakpoint
DROP INDEX "products_search_idx";--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "client_id" uuid;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "available" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "client_id" uuid;--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_passage_id_passages_id_fk" FOREIGN KEY ("passage_id") REFERENCES "public"."passages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_product_pk_products_pk_fk" FOREIGN KEY ("product_pk") REFERENCES "public"."products"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_documents_author_idx" ON "search_documents" USING btree ("author");--> statement-breakpoint
CREATE INDEX "search_documents_version_idx" ON "search_documents" USING btree ("version");--> statement-breakpoint
CREATE INDEX "search_postings_impact_idx" ON "search_postings" USING btree ("term","impact" DESC NULLS FIRST,"doc");--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passages" DROP COLUMN "search";--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "search";--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "terms";--> statement-breakpoint
-- Whichever statement deletes a document, its postings go with it and the counts stay exact.
CREATE FUNCTION search_documents_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_postings p
    USING deleted d CROSS JOIN LATERAL unnest(d.terms, d.impacts) AS own (term, impact)
    WHERE p.term = own.term AND p.impact = own.impact AND p.doc = d.doc;
  UPDATE search_terms t SET documents = t.documents - gone.documents
    FROM (
      SELECT own.term, count(*)::int AS documents FROM deleted d CROSS JOIN LATERAL unnest(d.terms) AS own (term)
      GROUP BY own.term
    ) gone
    WHERE t.id = gone.term;
  UPDATE search_spaces s SET documents = s.documents - gone.documents
    FROM (SELECT space, count(*)::int AS documents FROM deleted GROUP BY space) gone
    WHERE s.space = gone.space;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER search_documents_deleted AFTER DELETE ON search_documents
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION search_documents_deleted();--> statement-breakpoint
-- The words of the content are counted anew while it is indexed.
DELETE FROM vocabulary;
