CREATE SEQUENCE "public"."approved_changes" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "approved_answer_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"answer_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"saved_by" uuid,
	"restored_from" integer,
	"fields" jsonb NOT NULL,
	CONSTRAINT "approved_answer_versions_key" UNIQUE("answer_id","version")
);
--> statement-breakpoint
CREATE TABLE "approved_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid,
	"change" integer DEFAULT nextval('approved_changes') NOT NULL,
	"status" text NOT NULL,
	"language" text NOT NULL,
	"question" text NOT NULL,
	"variants" text[] NOT NULL,
	"answer" text NOT NULL,
	"citations" jsonb NOT NULL,
	"reviewer" text NOT NULL,
	"reviewed_at" date NOT NULL,
	"expires_at" date,
	"hits" integer DEFAULT 0 NOT NULL,
	"last_hit_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"restored_from" integer,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" uuid,
	CONSTRAINT "approved_answers_change_key" UNIQUE("change"),
	CONSTRAINT "approved_answers_status_known" CHECK ("approved_answers"."status" in ('draft', 'published', 'retired'))
);
--> statement-breakpoint
ALTER TABLE "answer_outcomes" ADD COLUMN "approved_answer_id" uuid;--> statement-breakpoint
ALTER TABLE "approved_answer_versions" ADD CONSTRAINT "approved_answer_versions_answer_id_approved_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."approved_answers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approved_answer_versions" ADD CONSTRAINT "approved_answer_versions_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approved_answers" ADD CONSTRAINT "approved_answers_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approved_answers" ADD CONSTRAINT "approved_answers_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approved_answer_versions_saved_by_idx" ON "approved_answer_versions" USING btree ("saved_by");--> statement-breakpoint
CREATE INDEX "approved_answers_updated_idx" ON "approved_answers" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "approved_answers_client_idx" ON "approved_answers" USING btree ("client_id","updated_at");--> statement-breakpoint
CREATE INDEX "approved_answers_updated_by_idx" ON "approved_answers" USING btree ("updated_by");--> statement-breakpoint
CREATE INDEX "approved_answers_expires_idx" ON "approved_answers" USING btree ("expires_at") WHERE "approved_answers"."expires_at" is not null;