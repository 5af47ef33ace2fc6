ALTER TABLE "audit_entries" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "count" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "bucket" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_account_idx" ON "audit_entries" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "audit_entries_kind_idx" ON "audit_entries" USING btree ("kind","id");--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_bucket_unique" UNIQUE("bucket");