CREATE TABLE "operator_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"client_id" uuid,
	"version" integer NOT NULL,
	"retired" boolean NOT NULL,
	"fields" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	CONSTRAINT "operator_entries_key" UNIQUE("kind","key")
);
--> statement-breakpoint
CREATE TABLE "operator_entry_versions" (
	"entry_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"saved_by" uuid,
	"restored_from" integer,
	"retired" boolean NOT NULL,
	"fields" jsonb NOT NULL,
	CONSTRAINT "operator_entry_versions_entry_id_version_pk" PRIMARY KEY("entry_id","version")
);
--> statement-breakpoint
CREATE TABLE "operator_revisions" (
	"kind" text PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "safety_counts" (
	"category" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"severity" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "safety_counts_category_hour_severity_pk" PRIMARY KEY("category","hour","severity")
);
--> statement-breakpoint
CREATE TABLE "safety_spikes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "safety_spikes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"category" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	"usual" double precision NOT NULL,
	"seen_at" timestamp with time zone,
	"seen_by" uuid,
	CONSTRAINT "safety_spikes_hour_key" UNIQUE("category","hour")
);
--> statement-breakpoint
ALTER TABLE "operator_entries" ADD CONSTRAINT "operator_entries_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_entries" ADD CONSTRAINT "operator_entries_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_entry_versions" ADD CONSTRAINT "operator_entry_versions_entry_id_operator_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."operator_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_entry_versions" ADD CONSTRAINT "operator_entry_versions_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "safety_spikes" ADD CONSTRAINT "safety_spikes_seen_by_users_id_fk" FOREIGN KEY ("seen_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operator_entries_client_idx" ON "operator_entries" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "operator_entries_updated_by_idx" ON "operator_entries" USING btree ("updated_by");--> statement-breakpoint
CREATE INDEX "operator_entry_versions_saved_by_idx" ON "operator_entry_versions" USING btree ("saved_by");--> statement-breakpoint
CREATE INDEX "safety_counts_hour_idx" ON "safety_counts" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "safety_spikes_hour_idx" ON "safety_spikes" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "safety_spikes_seen_by_idx" ON "safety_spikes" USING btree ("seen_by");