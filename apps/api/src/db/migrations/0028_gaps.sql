CREATE TABLE "gap_questions" (
	"answer_id" uuid PRIMARY KEY NOT NULL,
	"gap_id" uuid NOT NULL,
	"rank" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gap_runs" (
	"id" integer PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"newest_answer" uuid
);
--> statement-breakpoint
CREATE TABLE "gaps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid,
	"language" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"closed_at" timestamp with time zone,
	"article_id" uuid,
	"checked_doc" integer DEFAULT 0 NOT NULL,
	"checked" integer DEFAULT 0 NOT NULL,
	"answered" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "gaps_status_known" CHECK ("gaps"."status" in ('open', 'closed', 'dismissed'))
);
--> statement-breakpoint
ALTER TABLE "gap_questions" ADD CONSTRAINT "gap_questions_answer_id_answer_outcomes_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."answer_outcomes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gap_questions" ADD CONSTRAINT "gap_questions_gap_id_gaps_id_fk" FOREIGN KEY ("gap_id") REFERENCES "public"."gaps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gaps" ADD CONSTRAINT "gaps_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gaps" ADD CONSTRAINT "gaps_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gap_questions_gap_idx" ON "gap_questions" USING btree ("gap_id","rank");--> statement-breakpoint
CREATE INDEX "gaps_client_idx" ON "gaps" USING btree ("client_id","language");--> statement-breakpoint
CREATE INDEX "gaps_article_idx" ON "gaps" USING btree ("article_id");