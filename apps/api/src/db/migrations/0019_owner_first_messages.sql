ALTER TABLE "conversations" ADD CONSTRAINT "conversations_owner_key" UNIQUE("user_id","id");--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_conversation_id_conversations_id_fk";--> statement-breakpoint
DROP INDEX "messages_conversation_idx";--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_owner_fk" FOREIGN KEY ("user_id","conversation_id") REFERENCES "public"."conversations"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_owner_idx" ON "messages" USING btree ("user_id","conversation_id","seq");
