CREATE TABLE "content_import_chunks" (
	"item_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "content_import_chunks_item_id_position_pk" PRIMARY KEY("item_id","position")
);
--> statement-breakpoint
CREATE TABLE "content_import_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"import_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"address" text NOT NULL,
	"size" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"written" integer DEFAULT 0 NOT NULL,
	"effect" text,
	"reason" text,
	"detail" text,
	CONSTRAINT "content_import_items_position_key" UNIQUE("import_id","position"),
	CONSTRAINT "content_import_items_state" CHECK ("content_import_items"."state" in ('waiting', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "content_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"client_id" uuid,
	"created_by" uuid,
	"fields" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"queued_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "imported_from" text;--> statement-breakpoint
ALTER TABLE "content_import_chunks" ADD CONSTRAINT "content_import_chunks_item_id_content_import_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."content_import_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_import_items" ADD CONSTRAINT "content_import_items_import_id_content_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."content_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_imports" ADD CONSTRAINT "content_imports_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_imports" ADD CONSTRAINT "content_imports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_imports_client_idx" ON "content_imports" USING btree ("client_id","created_at","id");--> statement-breakpoint
CREATE INDEX "content_imports_created_idx" ON "content_imports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "content_imports_created_by_idx" ON "content_imports" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "articles_imported_from_idx" ON "articles" USING btree ("client_id","imported_from");