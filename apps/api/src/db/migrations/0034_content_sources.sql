CREATE TABLE "content_sources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"address" text NOT NULL,
	"client_id" uuid,
	"created_by" uuid,
	"fields" jsonb NOT NULL,
	"schedule" text NOT NULL,
	"next_sync_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "content_sources_address_key" UNIQUE NULLS NOT DISTINCT("client_id","address")
);
--> statement-breakpoint
ALTER TABLE "content_imports" ADD COLUMN "source_id" uuid;--> statement-breakpoint
ALTER TABLE "content_imports" ADD COLUMN "listed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "content_imports" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "content_imports" ADD COLUMN "removed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "source_id" uuid;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "source_id" uuid;--> statement-breakpoint
ALTER TABLE "content_sources" ADD CONSTRAINT "content_sources_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_sources" ADD CONSTRAINT "content_sources_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_sources_due_idx" ON "content_sources" USING btree ("next_sync_at");--> statement-breakpoint
CREATE INDEX "content_sources_created_by_idx" ON "content_sources" USING btree ("created_by");--> statement-breakpoint
ALTER TABLE "content_imports" ADD CONSTRAINT "content_imports_source_id_content_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."content_sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_source_id_content_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."content_sources"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_source_id_content_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."content_sources"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_imports_source_idx" ON "content_imports" USING btree ("source_id","created_at");--> statement-breakpoint
CREATE INDEX "articles_source_idx" ON "articles" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "products_source_idx" ON "products" USING btree ("source_id");