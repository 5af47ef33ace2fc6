CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"changes" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "entitlements" (
	"email" text PRIMARY KEY NOT NULL,
	"allowed_tools" text[] NOT NULL,
	"allowed_authors" text[] NOT NULL,
	"allowed_models" text[] NOT NULL,
	"system_prompts" text[] NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "entitlements_email_normalised" CHECK ("entitlements"."email" = lower(btrim("entitlements"."email")))
);
--> statement-breakpoint
CREATE TABLE "llm_settings_versions" (
	"version" integer PRIMARY KEY NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"saved_by" uuid,
	"restored_from" integer,
	"state" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "llm_settings_versions" ADD CONSTRAINT "llm_settings_versions_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_actor_idx" ON "audit_entries" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "audit_entries_subject_idx" ON "audit_entries" USING btree ("kind","subject");--> statement-breakpoint
CREATE INDEX "llm_settings_versions_saved_by_idx" ON "llm_settings_versions" USING btree ("saved_by");