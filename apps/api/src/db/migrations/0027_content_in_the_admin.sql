CREATE TABLE "content_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"article_id" uuid,
	"product_pk" text,
	"version" integer NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"saved_by" uuid,
	"restored_from" integer,
	"fields" jsonb NOT NULL,
	CONSTRAINT "content_versions_article_key" UNIQUE("article_id","version"),
	CONSTRAINT "content_versions_product_key" UNIQUE("product_pk","version"),
	CONSTRAINT "content_versions_owner" CHECK (("content_versions"."article_id" is null) <> ("content_versions"."product_pk" is null))
);
--> statement-breakpoint
ALTER TABLE "articles" DROP CONSTRAINT "articles_slug_unique";--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT "products_name_unique";--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "body" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "review_by" date;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "status" text DEFAULT 'published' NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "restored_from" integer;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "updated_by" uuid;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "status" text DEFAULT 'published' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "restored_from" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "updated_by" uuid;--> statement-breakpoint
ALTER TABLE "content_versions" ADD CONSTRAINT "content_versions_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_versions" ADD CONSTRAINT "content_versions_product_pk_products_pk_fk" FOREIGN KEY ("product_pk") REFERENCES "public"."products"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_versions" ADD CONSTRAINT "content_versions_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_versions_saved_by_idx" ON "content_versions" USING btree ("saved_by");--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "articles_updated_idx" ON "articles" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "articles_client_idx" ON "articles" USING btree ("client_id","updated_at");--> statement-breakpoint
CREATE INDEX "articles_updated_by_idx" ON "articles" USING btree ("updated_by");--> statement-breakpoint
CREATE INDEX "products_updated_idx" ON "products" USING btree ("updated_at","pk");--> statement-breakpoint
CREATE INDEX "products_client_idx" ON "products" USING btree ("client_id","updated_at");--> statement-breakpoint
CREATE INDEX "products_updated_by_idx" ON "products" USING btree ("updated_by");--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_slug_key" UNIQUE NULLS NOT DISTINCT("client_id","slug");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_name_key" UNIQUE NULLS NOT DISTINCT("client_id","name");
--> statement-breakpoint
UPDATE "articles" SET "body" = coalesce((
  SELECT string_agg(CASE WHEN p."heading" = '' THEN p."body" ELSE '## ' || p."heading" || E'\n\n' || p."body" END, E'\n\n' ORDER BY p."position")
  FROM "passages" p WHERE p."article_id" = "articles"."id"), '');
