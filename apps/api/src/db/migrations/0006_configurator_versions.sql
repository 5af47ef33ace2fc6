CREATE TABLE "configurator_versions" (
	"configurator_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"saved_by" uuid,
	"state" jsonb NOT NULL,
	CONSTRAINT "configurator_versions_configurator_id_version_pk" PRIMARY KEY("configurator_id","version")
);
--> statement-breakpoint
ALTER TABLE "configurators" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "configurator_versions" ADD CONSTRAINT "configurator_versions_configurator_id_configurators_id_fk" FOREIGN KEY ("configurator_id") REFERENCES "public"."configurators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "configurator_versions" ADD CONSTRAINT "configurator_versions_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "configurator_versions_saved_by_idx" ON "configurator_versions" USING btree ("saved_by");