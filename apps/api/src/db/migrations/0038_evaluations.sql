CREATE TABLE "evaluation_cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"key" text,
	"question" text NOT NULL,
	"history" jsonb NOT NULL,
	"language" text NOT NULL,
	"widget_id" uuid,
	"client_id" uuid,
	"asked_by" uuid,
	"conversation_id" uuid,
	"expectations" jsonb NOT NULL,
	"required" boolean NOT NULL,
	"enabled" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" uuid,
	CONSTRAINT "evaluation_cases_key_unique" UNIQUE("key"),
	CONSTRAINT "evaluation_cases_source_known" CHECK ("evaluation_cases"."source" in ('manual', 'review', 'content', 'safety'))
);
--> statement-breakpoint
CREATE TABLE "evaluation_results" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"case_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"asked" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"draft" jsonb,
	"published" jsonb,
	"changed" text[] DEFAULT '{}' NOT NULL,
	"regressions" text[] DEFAULT '{}' NOT NULL,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "evaluation_results_position_key" UNIQUE("run_id","position")
);
--> statement-breakpoint
CREATE TABLE "evaluation_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"draft_id" uuid NOT NULL,
	"draft_version" integer NOT NULL,
	"published_version" integer NOT NULL,
	"draft_state" jsonb NOT NULL,
	"published_state" jsonb NOT NULL,
	"judge_model" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"regressions" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"state" jsonb NOT NULL,
	"published_as" integer,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" uuid
);
--> statement-breakpoint
CREATE TABLE "settings_trials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"draft_id" uuid NOT NULL,
	"draft_version" integer NOT NULL,
	"state" jsonb NOT NULL,
	"share" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"started_by" uuid,
	"ended_at" timestamp (3) with time zone,
	"end" text,
	CONSTRAINT "settings_trials_share_known" CHECK ("settings_trials"."share" between 1 and 50),
	CONSTRAINT "settings_trials_end_known" CHECK ("settings_trials"."end" in ('published', 'stopped'))
);
--> statement-breakpoint
ALTER TABLE "answer_outcomes" ADD COLUMN "variant" text;--> statement-breakpoint
ALTER TABLE "evaluation_cases" ADD CONSTRAINT "evaluation_cases_widget_id_configurators_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."configurators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_cases" ADD CONSTRAINT "evaluation_cases_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_cases" ADD CONSTRAINT "evaluation_cases_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_cases" ADD CONSTRAINT "evaluation_cases_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_cases" ADD CONSTRAINT "evaluation_cases_conversation_fk" FOREIGN KEY ("asked_by","conversation_id") REFERENCES "public"."conversations"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_results" ADD CONSTRAINT "evaluation_results_run_id_evaluation_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."evaluation_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_results" ADD CONSTRAINT "evaluation_results_case_id_evaluation_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."evaluation_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_runs" ADD CONSTRAINT "evaluation_runs_draft_id_settings_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."settings_drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_runs" ADD CONSTRAINT "evaluation_runs_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settings_drafts" ADD CONSTRAINT "settings_drafts_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settings_trials" ADD CONSTRAINT "settings_trials_draft_id_settings_drafts_id_fk" FOREIGN KEY ("draft_id") REFERENCES "public"."settings_drafts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settings_trials" ADD CONSTRAINT "settings_trials_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "evaluation_cases_conversation_idx" ON "evaluation_cases" USING btree ("asked_by","conversation_id");--> statement-breakpoint
CREATE INDEX "evaluation_cases_widget_idx" ON "evaluation_cases" USING btree ("widget_id");--> statement-breakpoint
CREATE INDEX "evaluation_cases_client_idx" ON "evaluation_cases" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "evaluation_cases_updated_idx" ON "evaluation_cases" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "evaluation_cases_updated_by_idx" ON "evaluation_cases" USING btree ("updated_by");--> statement-breakpoint
CREATE INDEX "evaluation_results_case_idx" ON "evaluation_results" USING btree ("case_id");--> statement-breakpoint
CREATE INDEX "evaluation_runs_draft_idx" ON "evaluation_runs" USING btree ("draft_id","draft_version");--> statement-breakpoint
CREATE UNIQUE INDEX "evaluation_runs_running_key" ON "evaluation_runs" USING btree ("draft_id") WHERE "evaluation_runs"."finished_at" is null and "evaluation_runs"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "evaluation_runs_created_idx" ON "evaluation_runs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "evaluation_runs_created_by_idx" ON "evaluation_runs" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "settings_drafts_updated_idx" ON "settings_drafts" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "settings_drafts_updated_by_idx" ON "settings_drafts" USING btree ("updated_by");--> statement-breakpoint
CREATE UNIQUE INDEX "settings_trials_running_key" ON "settings_trials" USING btree ((true)) WHERE "settings_trials"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "settings_trials_draft_idx" ON "settings_trials" USING btree ("draft_id");--> statement-breakpoint
CREATE INDEX "settings_trials_started_idx" ON "settings_trials" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "settings_trials_started_by_idx" ON "settings_trials" USING btree ("started_by");--> statement-breakpoint
CREATE INDEX "answer_outcomes_variant_idx" ON "answer_outcomes" USING btree ("variant") WHERE "answer_outcomes"."variant" is not null;