DROP INDEX "conversations_recent_idx";--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "is_pinned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "is_archived" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "conversations_listed_idx" ON "conversations" USING btree ("user_id","is_archived","is_pinned","updated_at","id");