CREATE TABLE "answer_outcomes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid,
	"widget_id" uuid,
	"user_id" uuid,
	"conversation_id" uuid,
	"at" timestamp with time zone NOT NULL,
	"ending" text NOT NULL,
	"outcome" text,
	"language" text NOT NULL,
	"safety_category" text,
	"safety_severity" text,
	"model" text NOT NULL,
	"tokens" integer NOT NULL,
	"cost_micros" bigint,
	"first_text_ms" integer,
	"total_ms" integer NOT NULL,
	"question" text,
	"answer" text,
	"searches" jsonb NOT NULL,
	"citations" jsonb NOT NULL,
	"citations_opened" integer[] DEFAULT '{}' NOT NULL,
	"products" text[] NOT NULL,
	"products_clicked" text[] DEFAULT '{}' NOT NULL,
	"rating" text,
	"rating_reason" text,
	"status" text DEFAULT 'open' NOT NULL,
	"assignee" uuid,
	"labels" text[] DEFAULT '{}' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "answer_outcomes_ending_known" CHECK ("answer_outcomes"."ending" in ('complete', 'stopped', 'interrupted', 'failed')),
	CONSTRAINT "answer_outcomes_status_known" CHECK ("answer_outcomes"."status" in ('open', 'good', 'bad', 'done')),
	CONSTRAINT "answer_outcomes_rating_known" CHECK ("answer_outcomes"."rating" in ('up', 'down'))
);
--> statement-breakpoint
ALTER TABLE "answer_outcomes" ADD CONSTRAINT "answer_outcomes_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_outcomes" ADD CONSTRAINT "answer_outcomes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_outcomes" ADD CONSTRAINT "answer_outcomes_assignee_users_id_fk" FOREIGN KEY ("assignee") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_outcomes" ADD CONSTRAINT "answer_outcomes_conversation_fk" FOREIGN KEY ("user_id","conversation_id") REFERENCES "public"."conversations"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answer_outcomes_conversation_idx" ON "answer_outcomes" USING btree ("user_id","conversation_id");--> statement-breakpoint
CREATE INDEX "answer_outcomes_client_idx" ON "answer_outcomes" USING btree ("client_id","id");--> statement-breakpoint
CREATE INDEX "answer_outcomes_widget_idx" ON "answer_outcomes" USING btree ("widget_id","id");--> statement-breakpoint
CREATE INDEX "answer_outcomes_client_widget_idx" ON "answer_outcomes" USING btree ("client_id","widget_id","id");--> statement-breakpoint
CREATE INDEX "answer_outcomes_outcome_idx" ON "answer_outcomes" USING btree ("outcome","id");--> statement-breakpoint
CREATE INDEX "answer_outcomes_language_idx" ON "answer_outcomes" USING btree ("language","id");--> statement-breakpoint
CREATE INDEX "answer_outcomes_status_idx" ON "answer_outcomes" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "answer_outcomes_reviewed_idx" ON "answer_outcomes" USING btree ("id") WHERE "answer_outcomes"."status" <> 'open';--> statement-breakpoint
CREATE INDEX "answer_outcomes_rating_idx" ON "answer_outcomes" USING btree ("rating","id") WHERE "answer_outcomes"."rating" is not null;--> statement-breakpoint
CREATE INDEX "answer_outcomes_safety_idx" ON "answer_outcomes" USING btree ("safety_category","id") WHERE "answer_outcomes"."safety_category" is not null;--> statement-breakpoint
CREATE INDEX "answer_outcomes_assignee_idx" ON "answer_outcomes" USING btree ("assignee","id") WHERE "answer_outcomes"."assignee" is not null;--> statement-breakpoint
CREATE INDEX "answer_outcomes_attention_idx" ON "answer_outcomes" USING btree ("client_id","id") WHERE "answer_outcomes"."status" = 'open' and ("answer_outcomes"."rating" = 'down'
    or "answer_outcomes"."outcome" in ('partial', 'uncovered', 'refused') or "answer_outcomes"."safety_category" is not null);--> statement-breakpoint
CREATE INDEX "answer_outcomes_at_idx" ON "answer_outcomes" USING brin ("at");--> statement-breakpoint
CREATE INDEX "answer_outcomes_text_idx" ON "answer_outcomes" USING btree ("at") WHERE "answer_outcomes"."question" is not null;--> statement-breakpoint
CREATE INDEX "answer_outcomes_question_idx" ON "answer_outcomes" USING gin ("question" gin_trgm_ops);